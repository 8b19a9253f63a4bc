import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { loadCode, type LoadOptions } from "./load-code.ts";

/** Like React's `lazy`, but says so if the code can't be loaded (see `loadCode`). */
export const lazyComponent = <Props>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  options?: LoadOptions,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => loadCode(load, options));
