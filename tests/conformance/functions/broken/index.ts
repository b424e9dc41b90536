import nothing from 'npm:zod@1';

Deno.serve(() => Response.json(nothing));
