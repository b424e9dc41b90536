Deno.serve(() =>
  Response.json({ word: Deno.env.get('SECRET_WORD') ?? null, home: Deno.env.get('HOME') ?? null }),
);
