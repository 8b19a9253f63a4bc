import { parseEnvironment } from "../_shared/env.ts";
import { served } from "../_shared/http/serve.ts";
import { createServices } from "../_shared/http/services.ts";
import { createAi } from "./app.ts";

const services = createServices(parseEnvironment(Deno.env.toObject()));
Deno.serve(served(createAi(services)));
