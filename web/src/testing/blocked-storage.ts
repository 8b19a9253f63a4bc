/** Ways in which browsers keep a site from storing data. In each, the function changes the globals of the page it runs in. */
export const BLOCKED_STORAGE: Readonly<Record<string, () => void>> = {
  "both storages throw": () => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        configurable: true,
        get: () => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    }
  },
  "only localStorage throws": () => {
    Object.defineProperty(window, "localStorage", {
      configurable: true,
      get: () => {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  },
  "only sessionStorage throws": () => {
    Object.defineProperty(window, "sessionStorage", {
      configurable: true,
      get: () => {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  },
  "both storages are null": () => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, { configurable: true, value: null });
    }
  },
  "the quota is full": () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
  },
};
