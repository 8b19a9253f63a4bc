import { createContext, use } from "react";

const OwnerContext = createContext<string | null>(null);

/** Set by a page's guard. Identifies the user whose drafts the forms store. */
export const DraftOwner = OwnerContext.Provider;

export const useDraftOwner = (): string => {
  const owner = use(OwnerContext);
  if (owner === null)
    throw new Error("Forms that store drafts must be rendered inside DraftOwner.");
  return owner;
};
