Deno.serve(() => {
  // An error that no request waits for: it ends the whole thread.
  setTimeout(() => {
    throw new Error('nobody catches this');
  }, 0);
  return new Promise<Response>(() => undefined);
});
