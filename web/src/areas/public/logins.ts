import { createContext, useContext } from "react";
import type { SessionRole } from "../../lib/session.ts";

/** Provided by the layout of the public pages, which holds the dialogs. */
export const Logins = createContext<(of: SessionRole) => void>(() => undefined);

/** Opens a login from anywhere on a public page. */
export const useOpenLogin = () => useContext(Logins);
