/** Facts about the device that the browser tells. */
import { told } from './navigator';

/** '' where the browser does not tell. */
export const userAgent = (): string => String(told('userAgent') ?? '');

/** Tells an iPad, which calls itself a Mac, from a Mac: only its screen has several touch points. 0 in doubt. */
export const touchPoints = (): number => Number(told('maxTouchPoints')) || 0;
