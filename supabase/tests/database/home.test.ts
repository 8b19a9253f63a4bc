import { describe, expect, test } from "vitest";
import { homeContent } from "../../functions/_shared/contracts/home.ts";
import { addVolunteer, runAs, withRollback, visitor, type Transaction } from "./connection.ts";

async function readHome(tx: Transaction) {
  const [row] = await runAs(
    tx,
    visitor,
    (savepoint) => savepoint<{ home: unknown }[]>`select private.home() as home`,
  );
  return homeContent.parse(row?.home);
}

describe("the call for the home page", () => {
  test("returns a response for the demo content that satisfies the contract", async () => {
    const home = await withRollback(readHome);
    expect(home.hero?.headline).not.toBe("");
    expect(home.contactInfo?.organizationName).not.toBe("");
    expect(home.about.items.length).toBeGreaterThan(0);
    expect(home.impactStats.packagesDelivered).toBeGreaterThan(0);
    expect(home.branchCounts.length).toBeGreaterThan(3);
    expect(home.programCounts).toHaveLength(3);
    expect(home.mapPoints.length).toBeGreaterThan(10);
  });

  test("HOME-15, HOME-18, HOME-28: includes section pictures and a description of each program", async () => {
    const home = await withRollback(readHome);
    const { volunteer, shareYourStory, thankYou } = home.sections;
    const pictureSections = [
      home.hero,
      home.about,
      ...home.programCounts,
      volunteer,
      shareYourStory,
      thankYou,
    ];
    const imageUrls = pictureSections.map((section) => section?.imageUrl);
    for (const imageUrl of imageUrls)
      expect(imageUrl).toMatch(/^\/images\/site\/[\da-f-]{36}\/\d+x\d+$/);
    expect(new Set(imageUrls).size).toBe(8);
    for (const section of pictureSections) expect(section?.imageAlt).toMatch(/\w+ \w+/);
    for (const { description } of home.programCounts) expect(description).toMatch(/\.$/);
  });

  test("includes the first four children's letters that are shown on the page", async () => {
    const letters = await withRollback(async (tx) => {
      await tx`update public.children_letters set is_active = false where "order" = 2`;
      return (await readHome(tx)).childrenLetters;
    });
    expect(letters[0]).toMatchObject({ text: "Be brave but also take naps.", writer: "Ava, 7" });
    expect(letters.map(({ writer }) => writer)).not.toContain("Mateo, 8");
    expect(letters).toHaveLength(4);
  });

  test("returns three records of each kind, with events sorted by time", async () => {
    const home = await withRollback(readHome);
    for (const list of [
      home.blogPosts,
      home.testimonials,
      home.upcomingEvents,
      home.recentEvents,
      home.recentDonations,
      home.highlights,
    ]) {
      expect(list).toHaveLength(3);
    }
    expect(home.highlightCount).toBeGreaterThan(3);
    const starts = home.upcomingEvents.map(({ date, startTime }) => `${date} ${startTime}`);
    expect(starts).toEqual(starts.toSorted());
    const ends = home.recentEvents.map(({ date, endTime }) => `${date} ${endTime}`);
    expect(ends).toEqual(ends.toSorted().toReversed());
  });

  test("marks an upcoming event as full while every place is taken", async () => {
    await withRollback(async (tx) => {
      const [meeting] = (await readHome(tx)).upcomingEvents;
      const readIsFull = async () =>
        (await readHome(tx)).upcomingEvents.find(({ id }) => id === meeting?.id)?.isFull;
      await tx`delete from public.volunteer_shifts where event_id = ${meeting!.id}`;
      expect(await readIsFull(), "without a limit").toBe(false);
      await tx`
        insert into public.volunteer_shifts (event_id, title, date, start_time, end_time, location, max_volunteers)
        select id, event_type, date, start_time, end_time, address, registered_volunteers + 1
        from public.events where id = ${meeting!.id}`;
      expect(await readIsFull(), "one place left").toBe(false);
      const volunteer = await addVolunteer(tx);
      await tx`
        insert into public.volunteer_event_registrations (volunteer_id, event_id)
        values (${volunteer.id}, ${meeting!.id})`;
      expect(await readIsFull(), "no place left").toBe(true);
    });
  });

  test("HOME-03: excludes drafts, unapproved stories and hidden events", async () => {
    const home = await withRollback(async (tx) => {
      await tx`
        insert into public.blog_posts (title, content, is_published, published_at)
        values ('Hidden draft', 'C', false, null), ('Hidden until then', 'C', true, now() + interval '1 second')`;
      await tx`
        insert into public.testimonials (name, title, content, is_active) values ('Hidden teller', 'T', 'C', false)`;
      await tx`
        insert into public.events (event_type, date, start_time, end_time, address, is_active)
        values ('Fundraiser', private.today() + 1, '10:00', '11:00', 'Hidden hall', false)`;
      return readHome(tx);
    });
    expect(JSON.stringify(home)).not.toContain("Hidden");
  });

  test("HOME-03: includes only the rows that row-level security allows", async () => {
    const home = await withRollback(async (tx) => {
      for (const table of [
        "blog_posts",
        "testimonials",
        "events",
        "about_items",
        "section_content",
        "children_letters",
        "volunteer_highlights",
      ]) {
        await tx`
          create policy "Nothing for visitors" on public.${tx(table)} as restrictive for select to anon
          using (false)`;
      }
      return readHome(tx);
    });
    expect(home).toMatchObject({
      blogPosts: [],
      testimonials: [],
      upcomingEvents: [],
      recentEvents: [],
      highlightCount: 0,
      about: { items: [], header: null },
      sections: { volunteer: null, shareYourStory: null, thankYou: null },
      childrenLetters: [],
    });
    expect(home.programCounts.map(({ description }) => description)).toEqual([null, null, null]);
  });

  test("HOME-27, HOME-28: counts new deliveries, except those dated in the future", async () => {
    await withRollback(async (tx) => {
      const homeBefore = await readHome(tx);
      await tx`
        insert into public.package_deliveries (delivered_on, military_branch, program, city, state, packages, families)
        values (private.today(), 'Army', 'Veterans', 'Waco', 'TX', 11, 5),
          (private.today() + 3, 'Army', 'Veterans', 'Waco', 'TX', 99, 9)`;
      const homeAfter = await readHome(tx);
      const countArmyPackages = (home: typeof homeBefore) =>
        home.branchCounts.find(({ branch }) => branch === "Army")?.packages ?? 0;
      expect(countArmyPackages(homeAfter) - countArmyPackages(homeBefore)).toBe(11);
      expect(
        homeAfter.impactStats.packagesDelivered - homeBefore.impactStats.packagesDelivered,
      ).toBe(11);
      expect(homeAfter.impactStats.familiesHelped - homeBefore.impactStats.familiesHelped).toBe(5);
    });
  });

  test("ACONT-16: returns a monthly goal of 500 by default", async () => {
    const home = await withRollback(async (tx) => {
      await tx`delete from public.care_package_goals`;
      return readHome(tx);
    });
    expect(home.monthlyProgress.monthlyGoal).toBe(500);
  });

  test("returns a valid response for an organization without content", async () => {
    const home = await withRollback(async (tx) => {
      await tx`truncate public.hero_section, public.contact_info, public.section_content, public.about_items,
        public.children_letters, public.blog_posts, public.testimonials, public.impact_stats, public.care_package_goals,
        public.package_deliveries, public.release_steps, public.events cascade`;
      return readHome(tx);
    });
    expect(home).toMatchObject({ hero: null, contactInfo: null, blogPosts: [], mapPoints: [] });
  });
});
