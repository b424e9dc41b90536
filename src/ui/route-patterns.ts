import { createContext } from 'react';

/** Paths of all pages in the router's format, parameters included. The app provides them from its route table. */
export const RoutePatterns = createContext<readonly string[]>([]);
