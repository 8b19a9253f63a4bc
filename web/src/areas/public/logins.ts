import { createContext, useContext } from "react";
import type { SessionRole } from "#lib/session/session.ts";

/** Provided by the public layout, which renders the login dialogs. */
export const OpenLoginContext = createContext<(role: SessionRole) => void>(() => undefined);

/** Returns a function that opens a login dialog on any public page. */
export const useOpenLogin = () => useContext(OpenLoginContext);
