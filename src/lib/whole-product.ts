/** Resolves when the worker has stored the whole product: from then on loading a part of it needs no network. */
let tell: () => void = () => undefined;

export const wholeProductStored = new Promise<void>((resolve) => {
  tell = resolve;
});

export const tellWholeProductStored = (): void => tell();
