import type { z } from "zod";
import { teamMemberEndpoints } from "#contracts/team-members.ts";
import { teamMembers, type TeamMember } from "#data/team-members/resource.ts";
import { siteImage } from "#data/uploads/mutations.ts";
import { FormCheck, FormText } from "#kit/forms/form-fields.tsx";
import { FormUpload } from "#kit/forms/form-upload.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import type { EditorProps } from "#kit/lists/row-editing.tsx";

const SCHEMAS = {
  create: teamMemberEndpoints.createTeamMember.body,
  update: teamMemberEndpoints.updateTeamMember.body,
};
const EMPTY_MEMBER = {
  name: "",
  role: "",
  about: null,
  isBoardMember: false,
  imageUrl: null,
  imageAlt: null,
};

type TeamMemberInput = z.input<typeof SCHEMAS.create>;

export const TeamMemberEditor = ({ record, onDone }: EditorProps<TeamMember>) => (
  <RecordEditor
    noun="team member"
    resource={teamMembers}
    schemas={SCHEMAS}
    record={record}
    emptyValues={EMPTY_MEMBER}
    onDone={onDone}
  >
    <FormText<TeamMemberInput> name="name" label="Name" />
    <FormText<TeamMemberInput> name="role" label="Role" placeholder="Treasurer" />
    <FormText<TeamMemberInput>
      name="about"
      label="About"
      description="One sentence for the Who we are page."
      placeholder="Has packed boxes with us since 2014."
      className="sm:col-span-2"
    />
    <FormCheck<TeamMemberInput>
      name="isBoardMember"
      label="Board member"
      className="sm:col-span-2"
    />
    <FormUpload<TeamMemberInput>
      name="imageUrl"
      label="Picture"
      kind={siteImage}
      hint="Best as a square, such as 800 × 800 pixels, with the face in the middle. Up to 10 MB."
    />
  </RecordEditor>
);
