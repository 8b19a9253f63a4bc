import { administratorEndpoints } from "../../_shared/contracts/administrators.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { changeAreas, listAdministrators, listOwners, removeAdministrator } from "./queries.ts";

export default implement(administratorEndpoints, {
  listOwners: ({ asCaller }) => asCaller(listOwners),

  listAdministrators: ({ asCaller }) => asCaller(listAdministrators),

  updateAdministrator: ({ asCaller, params: { id }, body }) =>
    asCaller((sql) => changeAreas(sql, id, body)),

  removeAdministrator: async ({ asCaller, services, params: { id } }) => {
    // The removal is committed first. Even if Auth doesn't respond, the person no longer has any access, and a second
    // request deletes the login.
    const hasLogin = await asCaller((sql) => removeAdministrator(sql, id));
    if (hasLogin) await services.auth.deleteUser(id);
    return { message: "The administrator is removed" };
  },
});
