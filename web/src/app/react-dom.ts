/** React as a file of its own: what loads first asks for it without the code that unpacks CommonJS. */
export { createRoot, hydrateRoot } from "react-dom/client";
