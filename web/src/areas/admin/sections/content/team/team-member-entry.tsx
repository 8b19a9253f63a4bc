import { teamMembers, type TeamMember } from "#data/team-members/resource.ts";
import { DeleteButton } from "#kit/forms/delete-button.tsx";
import { RowAction, RowMenu } from "#kit/lists/row-menu.tsx";
import { Badge } from "#ui/badge.tsx";
import { StatusButton } from "#admin/review/status-button.tsx";
import type { EntryActions } from "../ordered-records.tsx";
import { TEAM_MEMBER_FAILURES } from "./team-member-texts.ts";

export interface TeamMemberEntryProps extends EntryActions {
  readonly member: TeamMember;
}

export const TeamMemberEntry = ({ member, onEdit }: TeamMemberEntryProps) => {
  const { id, name, role, isBoardMember, imageUrl, isActive, updatedAt } = member;
  return (
    <>
      <div className="flex items-center gap-4">
        {imageUrl && (
          <img
            src={imageUrl}
            alt=""
            loading="lazy"
            className="bg-base-200 size-16 shrink-0 rounded-lg object-cover"
          />
        )}
        <div className="min-w-0">
          <h4 className="font-semibold wrap-anywhere">
            {name}
            {!isActive && <Badge className="ml-2">Hidden</Badge>}
          </h4>
          <p className="quiet text-sm wrap-anywhere">
            {role} · {isBoardMember ? "Board" : "Team"}
          </p>
        </div>
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <RowAction aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </RowAction>
        <RowMenu name={name}>
          <StatusButton
            label={isActive ? "Hide" : "Show"}
            name={name}
            resource={teamMembers}
            changes={[{ id, changes: { isActive: !isActive, updatedAt } }]}
            texts={{
              success: isActive ? `${name} is hidden` : `Visitors can see ${name} again`,
              failure: TEAM_MEMBER_FAILURES.update,
            }}
          />
          <DeleteButton
            noun="team member"
            resource={teamMembers}
            question="This permanently deletes the entry. To take it off the page for now, hide it instead."
            record={{ id, updatedAt }}
            name={name}
            texts={{ success: `${name} was deleted`, failure: TEAM_MEMBER_FAILURES.remove }}
          />
        </RowMenu>
      </div>
    </>
  );
};
