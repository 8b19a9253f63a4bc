interface BlockedStorage {
  readonly names: readonly ("localStorage" | "sessionStorage")[];
  readonly kind: "throws" | "is null" | "is full";
}

const BOTH = ["localStorage", "sessionStorage"] as const;

/** Ways in which browsers keep a site from storing data. */
export const BLOCKED_STORAGE: Readonly<Record<string, BlockedStorage>> = {
  "both storages throw": { names: BOTH, kind: "throws" },
  "only localStorage throws": { names: ["localStorage"], kind: "throws" },
  "only sessionStorage throws": { names: ["sessionStorage"], kind: "throws" },
  "both storages are null": { names: BOTH, kind: "is null" },
  "the quota is full": { names: BOTH, kind: "is full" },
};

/** Blocks the storage of the page that this function runs in. It uses nothing from outside. */
export const blockStorage = ({ names, kind }: BlockedStorage): void => {
  if (kind === "is full") {
    Storage.prototype.setItem = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
    return;
  }
  for (const name of names) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        if (kind === "is null") return null;
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  }
};
