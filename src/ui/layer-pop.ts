/** Asks back-closes.ts, which loads with the first sheet, whether the present popstate event is a sheet's and no navigation. */
export const layerPop = { isPresent: () => false };
