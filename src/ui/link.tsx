/** The router's links with typed addresses: an address that is not in the route table does not compile. */
import type { ComponentProps, FunctionComponent } from 'react';
import { Link as RouterLink, Navigate as RouterNavigate, NavLink as RouterNavLink } from 'react-router-dom';
import type { Href } from '@/lib/paths';
import type { HrefParts } from './navigate';

type Typed<Props> = Omit<Props, 'to'> & { to: Href | HrefParts };

export const Link: FunctionComponent<Typed<ComponentProps<typeof RouterLink>>> = RouterLink;
export const NavLink: FunctionComponent<Typed<ComponentProps<typeof RouterNavLink>>> = RouterNavLink;
export const Navigate: FunctionComponent<Typed<ComponentProps<typeof RouterNavigate>>> = RouterNavigate;

/** For an address from data that was checked when it was read: of a notification, an article, a shared link. */
export const DataLink = RouterLink;
export const DataNavigate = RouterNavigate;
