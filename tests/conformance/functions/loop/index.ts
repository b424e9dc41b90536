Deno.serve(() => {
  for (;;);
});
