import { z } from "zod";
import { aboutItem } from "./about-items.ts";
import { blogPostSchema } from "./blog-posts.ts";
import { childrenLetter } from "./children-letters.ts";
import { contactInfo } from "./contact-info.ts";
import { recentDonor } from "./donations.ts";
import { endpoint } from "./endpoint.ts";
import { eventSchema } from "./events.ts";
import { count, decimal, month, pictureOutput } from "./fields.ts";
import { heroSection } from "./hero-section.ts";
import { impactStats } from "./impact-stats.ts";
import { DELIVERY_REGIONS } from "./choices.ts";
import { OVERSEAS } from "./limits.ts";
import { sectionContent } from "./section-content.ts";
import { testimonialSchema } from "./testimonials.ts";
import { highlightSchema } from "./volunteer-highlights.ts";

const labeledAmount = z.object({ label: z.string(), amount: decimal });
/** Null if the section has no picture. */
const sectionPicture = z.object(pictureOutput).nullable();

/** The home page's content from the database. The payment provider comes from the deployment. */
export const homeContent = z.object({
  /** Null until set; the site then shows its built-in text. */
  hero: heroSection.nullable(),
  contactInfo: contactInfo.nullable(),
  impactStats,
  about: sectionContent.extend({ items: z.array(aboutItem) }),
  /** The pictures of sections that have built-in text. */
  sections: z.object({
    volunteer: sectionPicture,
    shareYourStory: sectionPicture,
    thankYou: sectionPicture,
  }),
  childrenLetters: z.array(childrenLetter),
  blogPosts: z.array(blogPostSchema),
  testimonials: z.array(testimonialSchema),
  /** If `isFull` is true, the next volunteer who signs up goes on the waiting list. */
  upcomingEvents: z.array(eventSchema.extend({ isFull: z.boolean() })),
  recentEvents: z.array(eventSchema),
  recentDonations: z.array(recentDonor),
  highlights: z.array(highlightSchema),
  highlightCount: count,
  /** This month's donations in dollars, and the monthly goal in packages. */
  monthlyProgress: z.object({ monthName: z.string(), total: decimal, monthlyGoal: count }),
  donationTotals: z.object({ totalAmount: decimal, donorCount: count, donationCount: count }),
  /** Links to social media are null if they aren't set. */
  settings: z.object({
    timeZone: z.string(),
    minDonation: decimal,
    maxDonation: decimal,
    packagePrice: decimal,
    /** Suggested amounts, in order. If empty, the built-in ones are used. */
    giftLevels: z.array(z.object({ amount: count, label: z.string() })),
    /** The parts that make up a package's price. Their amounts add up to the price. */
    packageCosts: z.array(labeledAmount),
    /** The year that `spending` covers. */
    spendingYear: z.number().nullable(),
    /** What was raised in that year. */
    spendingYearRaised: decimal.nullable(),
    spending: z.array(labeledAmount),
    cardFeePercent: decimal,
    cardFeeFixed: decimal,
    employerMatchUrl: z.string().nullable(),
    facebookUrl: z.string().nullable(),
    instagramUrl: z.string().nullable(),
    xUrl: z.string().nullable(),
    youtubeUrl: z.string().nullable(),
  }),
  /**
   * The month of the first delivery that is counted by branch, by program or on the map; null if there is none. Earlier
   * deliveries are included only in the opening totals in `impactStats`.
   */
  deliveriesSince: month.nullable(),
  branchCounts: z.array(z.object({ branch: z.string(), packages: count, families: count })),
  programCounts: z.array(
    z.object({
      program: z.string(),
      packages: count,
      /** Counted only for the program that serves families. */
      families: count,
      /** Counted only for the program that serves veterans. */
      veterans: count,
      description: z.string().nullable(),
      ...pictureOutput,
    }),
  ),
  /** Deliveries by city and state, by state alone if the city is unknown, or by region for military mail. */
  mapPoints: z.array(
    z.object({
      city: z.string().nullable(),
      state: z.string().nullable(),
      latitude: z.coerce.number().nullable(),
      longitude: z.coerce.number().nullable(),
      region: z.enum([...DELIVERY_REGIONS, OVERSEAS]).nullable(),
      packages: count,
      families: count,
    }),
  ),
});

export const homeEndpoints = {
  getHome: endpoint({
    method: "GET",
    path: "/api/home",
    access: "public",
    summary: "Everything that the home page shows",
    cacheable: true,
    output: homeContent.extend({
      /** Null if no provider is configured; online donations are then unavailable. */
      paymentProvider: z.enum(["demo", "stripe"]).nullable(),
    }),
  }),
};
