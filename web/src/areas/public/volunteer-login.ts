import { createContext, useContext } from "react";

/** Provided by the layout of the public pages, which holds the dialog. */
export const VolunteerLogin = createContext<() => void>(() => undefined);

/** Opens the volunteer login from anywhere on a public page. */
export const useOpenVolunteerLogin = () => useContext(VolunteerLogin);
