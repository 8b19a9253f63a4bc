import { createContext, use } from "react";

const Owner = createContext<string | null>(null);

/** The guard of a page says whose drafts its forms keep. */
export const DraftOwner = Owner.Provider;

export const useDraftOwner = (): string => {
  const owner = use(Owner);
  if (owner === null) throw new Error("A form that keeps drafts must be inside a guarded page.");
  return owner;
};
