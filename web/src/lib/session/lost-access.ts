import type { ErrorBody } from "../api/api-error.ts";
import type { SessionName } from "./session.ts";

/** The server's explanation of why an owner ended an administrator's session. */
export interface LostAccessNotice {
  readonly isRemoved: boolean;
  readonly message: string;
}

const lostAccessNotices = new Map<SessionName, LostAccessNotice>();

/** Remembers the explanation, if an owner ended the session. It is lost on reload. */
export const rememberLostAccess = (name: SessionName, { code, message = "" }: ErrorBody): void => {
  if (code !== "access_changed" && code !== "access_removed") return;
  lostAccessNotices.set(name, { isRemoved: code === "access_removed", message });
};

export const getLostAccess = (name: SessionName): LostAccessNotice | undefined =>
  lostAccessNotices.get(name);

export const forgetLostAccess = (name: SessionName): void => void lostAccessNotices.delete(name);
