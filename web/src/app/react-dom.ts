/** A chunk for React alone, so that it can load without the CommonJS interop of other packages. */
export { createRoot, hydrateRoot } from "react-dom/client";
