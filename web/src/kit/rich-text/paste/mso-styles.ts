/** Returns the value of one of Office's own properties, which browsers don't parse. */
export const readMsoProperty = (element: Element, name: `mso-${string}`): string => {
  for (const declaration of (element.getAttribute("style") ?? "").split(";")) {
    const colon = declaration.indexOf(":");
    if (declaration.slice(0, colon).trim().toLowerCase() === name)
      return declaration.slice(colon + 1).trim();
  }
  return "";
};
