import { useEffect, useRef, useState } from "react";
import { ApiError } from "#lib/api/api-error.ts";
import { createTurns } from "./turns.ts";

/** Supabase Auth has too many logins from this network. Too many wrong passwords have another code. */
const isRefusedForNow = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.body?.code === "too_many_logins";

/** True if the user closed the form while it waited for its turn. */
export const isCanceledLogin = (error: unknown): boolean =>
  error instanceof Error && error.name === "AbortError";

/** Repeats the login until it is its turn. Calls `onWait` before each wait. */
const tryUntilTurn = async <Login>(
  logIn: () => Promise<Login>,
  signal: AbortSignal,
  onWait: () => void,
): Promise<Login> => {
  const waitForTurn = createTurns(signal);
  for (;;) {
    try {
      const login = await logIn();
      signal.throwIfAborted();
      return login;
    } catch (error) {
      if (!isRefusedForNow(error)) throw error;
      onWait();
      if (!(await waitForTurn(error.retryAfterSeconds))) throw error;
    }
  }
};

/**
 * Lets a login wait for its turn. Closing the form cancels the login. `onWaitChange` is called when it starts to wait,
 * and when the server has accepted or refused it.
 */
export const useLoginTurns = (onWaitChange: (isWaiting: boolean) => void) => {
  const [isWaiting, setWaiting] = useState(false);
  const openLogin = useRef<AbortController>(null);
  useEffect(() => () => openLogin.current?.abort(), []);

  const changeWait = (isNowWaiting: boolean) => {
    setWaiting(isNowWaiting);
    onWaitChange(isNowWaiting);
  };
  const logInOnTurn = async <Login>(
    logIn: (signal: AbortSignal) => Promise<Login>,
  ): Promise<Login> => {
    const controller = new AbortController();
    const { signal } = controller;
    openLogin.current = controller;
    let hasWaited = false;
    try {
      return await tryUntilTurn(
        () => logIn(signal),
        signal,
        () => {
          if (!hasWaited) changeWait(true);
          hasWaited = true;
        },
      );
    } finally {
      if (hasWaited && !signal.aborted) changeWait(false);
    }
  };
  return { isWaiting, logInOnTurn };
};
