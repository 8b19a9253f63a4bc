import type { ErrorBody } from "../api/api-error.ts";
import type { SessionName } from "./session.ts";

/** The server's message on why an owner ended an administrator's session. */
export interface LostAccessNotice {
  readonly isRemoved: boolean;
  readonly message: string;
}

const lostAccesses = new Map<SessionName, LostAccessNotice>();

/** Keeps the reason if an owner ended the session. It doesn't survive a reload. */
export const rememberLostAccess = (name: SessionName, { code, message = "" }: ErrorBody): void => {
  if (code !== "access_changed" && code !== "access_removed") return;
  lostAccesses.set(name, { isRemoved: code === "access_removed", message });
};

export const lostAccessOf = (name: SessionName): LostAccessNotice | undefined =>
  lostAccesses.get(name);

export const forgetLostAccess = (name: SessionName): void => void lostAccesses.delete(name);
