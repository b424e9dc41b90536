Deno.serve(() => {
  // An error outside any request ends the whole thread.
  setTimeout(() => {
    throw new Error('nobody catches this');
  }, 0);
  return new Promise<Response>(() => undefined);
});
