/** Keeps React in a separate chunk, which avoids the CommonJS interop code of other packages. */
export { createRoot, hydrateRoot } from "react-dom/client";
