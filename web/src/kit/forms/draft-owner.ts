import { createContext, use } from "react";

const Owner = createContext<string | null>(null);

/** Set by a page's guard; identifies whose drafts the forms store. */
export const DraftOwner = Owner.Provider;

export const useDraftOwner = (): string => {
  const owner = use(Owner);
  if (owner === null)
    throw new Error("Forms that store drafts must be rendered inside DraftOwner.");
  return owner;
};
