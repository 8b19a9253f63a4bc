import ExternalLink from "lucide-react/icons/external-link";
import { useMoveTeamMember, useTeamMembers } from "#data/team-members/resource.ts";
import { paths } from "#lib/paths.ts";
import { OrderedRecords } from "../ordered-records.tsx";
import { TeamMemberEditor } from "./team-member-editor.tsx";
import { TeamMemberEntry } from "./team-member-entry.tsx";
import { TEAM_MEMBER_FAILURES } from "./team-member-texts.ts";

/** Edits the people on the "Who we are" page. */
export const TeamPanel = () => (
  <>
    <a href={paths.whoWeAre()} target="_blank" rel="noopener" className="btn btn-outline">
      <ExternalLink aria-hidden="true" size={16} />
      View Who We Are
    </a>
    <OrderedRecords
      title="Team Members"
      panelName="team"
      noun="team member"
      query={useTeamMembers()}
      move={useMoveTeamMember()}
      failure={TEAM_MEMBER_FAILURES.update}
      nameOf={({ name }) => name}
      Editor={TeamMemberEditor}
      renderEntry={(member, actions) => <TeamMemberEntry member={member} {...actions} />}
    />
  </>
);
