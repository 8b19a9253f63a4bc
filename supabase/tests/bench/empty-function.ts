declare const Deno: { serve(handler: () => Response): void };

// oxlint-disable-next-line no-restricted-globals -- the baseline runs on the same runtime as the functions
Deno.serve(() => new Response());
