/**
 * Whether this page has what it needs from the network first: until then, what may be of use later would only share a
 * slow line with it. Told once, by src/main.tsx.
 */
let isQuiet = false;
let tell: () => void = () => undefined;

export const networkIsQuiet = new Promise<void>((resolve) => {
  tell = resolve;
});

export function tellNetworkIsQuiet(): void {
  isQuiet = true;
  tell();
}

export const isNetworkQuiet = (): boolean => isQuiet;
