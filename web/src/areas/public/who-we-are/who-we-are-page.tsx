import { useId } from "react";
import { usePublicTeamMembers, type PublicTeamMember } from "#data/team-members/queries.ts";
import { getInitial } from "#rules/initial.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { StaleNotice } from "#ui/messages/stale-notice.tsx";
import { Picture } from "#ui/picture.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#ui/states.tsx";
import { QuiltPattern } from "../art/quilt-pattern.tsx";
import { PageHead } from "../discovery/page-head.tsx";
import { PublicLayout } from "../public-layout.tsx";

interface PersonProps {
  readonly member: PublicTeamMember;
  /** True if the picture is in the first row on a phone. */
  readonly isFirst: boolean;
}

const Person = ({ member, isFirst }: PersonProps) => {
  const { name, role, about, imageUrl, imageAlt } = member;
  return (
    <li>
      {imageUrl ? (
        <Picture
          src={imageUrl}
          alt={imageAlt}
          loading={isFirst ? "eager" : "lazy"}
          sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 33vw, 50vw"
          className="rounded-box aspect-square w-full object-cover"
        />
      ) : (
        <div
          aria-hidden="true"
          className="rounded-box bg-neutral text-neutral-content font-display relative isolate grid aspect-square w-full place-items-center overflow-hidden text-5xl font-semibold"
        >
          <QuiltPattern className="absolute inset-0 -z-1 opacity-20" />
          <span className="bg-neutral grid size-20 place-items-center rounded-full">
            {getInitial(name)}
          </span>
        </div>
      )}
      <h3 className="text-title mt-3 font-semibold wrap-anywhere">{name}</h3>
      <p className="quiet wrap-anywhere">{role}</p>
      {about && <p className="mt-1 wrap-anywhere">{about}</p>}
    </li>
  );
};

const Group = ({
  title,
  members,
}: {
  readonly title: string;
  readonly members: readonly PublicTeamMember[];
}) => {
  const titleId = useId();
  if (members.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="font-display text-2xl font-semibold">
        {title}
      </h2>
      <ul className="mt-5 grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 sm:gap-x-6">
        {members.map((member, index) => (
          <Person key={member.id} member={member} isFirst={index < 2} />
        ))}
      </ul>
    </section>
  );
};

const Groups = ({ members }: { readonly members: readonly PublicTeamMember[] }) => {
  if (members.length === 0) {
    return (
      <EmptyState title="No names here yet">
        We'll introduce our team and our board on this page soon.
      </EmptyState>
    );
  }
  return (
    <>
      <Group title="Our team" members={members.filter(({ isBoardMember }) => !isBoardMember)} />
      <Group title="Our board" members={members.filter(({ isBoardMember }) => isBoardMember)} />
    </>
  );
};

const WhoWeArePage = () => {
  const members = usePublicTeamMembers();
  return (
    <PublicLayout>
      <PageHead
        title="Who We Are"
        description="The people who pack and ship our care packages, and the board that oversees them."
        path={paths.whoWeAre()}
      />
      <StaleNotice queries={[members]} />
      <div className="shell py-10 sm:py-14">
        <h1 className="font-display text-heading font-semibold">Who We Are</h1>
        <p className="text-lead quiet mt-3 mb-10 max-w-2xl">
          The people who get the boxes packed and shipped, and the board that watches over the
          money.
        </p>
        <div className="grid gap-12">
          {members.data ? (
            <Groups members={members.data} />
          ) : members.isPending ? (
            <Loading label="Loading the team" className="grid grid-cols-2 gap-4 sm:grid-cols-3">
              <Skeleton className="aspect-square" />
              <Skeleton className="aspect-square" />
            </Loading>
          ) : (
            <ErrorState
              title="We couldn't load the team"
              onRetry={() => void members.refetch()}
              isRetrying={members.isFetching}
            />
          )}
        </div>
        <div className="border-base-300 mt-12 flex flex-wrap gap-3 border-t pt-8">
          <LinkButton to={paths.financialReports()} variant="outline">
            See our financial reports
          </LinkButton>
        </div>
      </div>
    </PublicLayout>
  );
};

export default WhoWeArePage;
