import { createContext } from 'react';

/** Paths of all pages as the router writes them, parameters included. The app fills it from its route table. */
export const RoutePatterns = createContext<readonly string[]>([]);
