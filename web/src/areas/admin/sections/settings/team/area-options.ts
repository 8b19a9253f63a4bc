import { ADMIN_AREAS } from "#contracts/choices.ts";
import { AREA_TEXTS } from "#rules/area-texts.ts";

/** The areas that an administrator can have. */
export const AREA_OPTIONS = ADMIN_AREAS.map((value) => {
  const { label, description } = AREA_TEXTS[value];
  return { value, label, description };
});

/** The option that makes an administrator an owner, who has access to all areas. */
export const OWNER_OPTION = {
  label: "Owner",
  description: "Everything, including the team and people's privacy requests.",
};
