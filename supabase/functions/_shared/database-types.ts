export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      about_items: {
        Row: {
          created_at: string;
          description: string;
          id: string;
          is_active: boolean;
          order: number;
          title: string;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          description: string;
          id?: string;
          is_active?: boolean;
          order?: number;
          title: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          description?: string;
          id?: string;
          is_active?: boolean;
          order?: number;
          title?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      activation_links: {
        Row: {
          application_id: string;
          claimed_until: string | null;
          created_at: string;
          expires_at: string;
          id: string;
          used_at: string | null;
        };
        Insert: {
          application_id: string;
          claimed_until?: string | null;
          created_at?: string;
          expires_at: string;
          id?: string;
          used_at?: string | null;
        };
        Update: {
          application_id?: string;
          claimed_until?: string | null;
          created_at?: string;
          expires_at?: string;
          id?: string;
          used_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "activation_links_application_id_fkey";
            columns: ["application_id"];
            isOneToOne: true;
            referencedRelation: "volunteer_applications";
            referencedColumns: ["id"];
          },
        ];
      };
      admin_invitations: {
        Row: {
          areas: string[] | null;
          claimed_until: string | null;
          created_at: string;
          email: string;
          expires_at: string;
          id: string;
          invited_by: string | null;
          revoked_at: string | null;
          used_at: string | null;
          user_id: string | null;
        };
        Insert: {
          areas?: string[] | null;
          claimed_until?: string | null;
          created_at?: string;
          email: string;
          expires_at?: string;
          id?: string;
          invited_by?: string | null;
          revoked_at?: string | null;
          used_at?: string | null;
          user_id?: string | null;
        };
        Update: {
          areas?: string[] | null;
          claimed_until?: string | null;
          created_at?: string;
          email?: string;
          expires_at?: string;
          id?: string;
          invited_by?: string | null;
          revoked_at?: string | null;
          used_at?: string | null;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "admin_invitations_invited_by_fkey";
            columns: ["invited_by"];
            isOneToOne: false;
            referencedRelation: "users";
            referencedColumns: ["id"];
          },
        ];
      };
      archives: {
        Row: {
          created_at: string;
          created_by: string;
          id: string;
        };
        Insert: {
          created_at?: string;
          created_by?: string;
          id?: string;
        };
        Update: {
          created_at?: string;
          created_by?: string;
          id?: string;
        };
        Relationships: [];
      };
      audit_log: {
        Row: {
          action: string;
          actor_id: string | null;
          actor_name: string;
          after: Json | null;
          area: string;
          before: Json | null;
          id: number;
          occurred_at: string;
          row_id: string;
          search_text: string;
          table_name: string;
        };
        Insert: {
          action: string;
          actor_id?: string | null;
          actor_name: string;
          after?: Json | null;
          area?: string;
          before?: Json | null;
          id?: never;
          occurred_at?: string;
          row_id: string;
          search_text?: never;
          table_name: string;
        };
        Update: {
          action?: string;
          actor_id?: string | null;
          actor_name?: string;
          after?: Json | null;
          area?: string;
          before?: Json | null;
          id?: never;
          occurred_at?: string;
          row_id?: string;
          search_text?: never;
          table_name?: string;
        };
        Relationships: [];
      };
      blog_post_drafts: {
        Row: {
          content: string;
          created_at: string;
          id: string;
          image_alt: string | null;
          image_url: string | null;
          post_id: string | null;
          post_version: number | null;
          published_at: string | null;
          saved_by: string;
          search_description: string | null;
          search_title: string | null;
          session: string;
          slug: string | null;
          tags: NonNullable<Json>;
          title: string;
          updated_at: string;
          version: number;
        };
        Insert: {
          content?: string;
          created_at?: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          post_id?: string | null;
          post_version?: number | null;
          published_at?: string | null;
          saved_by: string;
          search_description?: string | null;
          search_title?: string | null;
          session: string;
          slug?: string | null;
          tags?: NonNullable<Json>;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          content?: string;
          created_at?: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          post_id?: string | null;
          post_version?: number | null;
          published_at?: string | null;
          saved_by?: string;
          search_description?: string | null;
          search_title?: string | null;
          session?: string;
          slug?: string | null;
          tags?: NonNullable<Json>;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "blog_post_drafts_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: true;
            referencedRelation: "blog_posts";
            referencedColumns: ["id"];
          },
        ];
      };
      blog_post_versions: {
        Row: {
          content: string;
          id: string;
          image_alt: string | null;
          image_url: string | null;
          is_published: boolean;
          post_id: string;
          published_at: string | null;
          saved_at: string;
          saved_by: string;
          search_description: string | null;
          search_title: string | null;
          slug: string | null;
          tags: NonNullable<Json>;
          title: string;
          version: number;
        };
        Insert: {
          content: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          is_published: boolean;
          post_id: string;
          published_at?: string | null;
          saved_at: string;
          saved_by: string;
          search_description?: string | null;
          search_title?: string | null;
          slug?: string | null;
          tags: NonNullable<Json>;
          title: string;
          version: number;
        };
        Update: {
          content?: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          is_published?: boolean;
          post_id?: string;
          published_at?: string | null;
          saved_at?: string;
          saved_by?: string;
          search_description?: string | null;
          search_title?: string | null;
          slug?: string | null;
          tags?: NonNullable<Json>;
          title?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "blog_post_versions_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "blog_posts";
            referencedColumns: ["id"];
          },
        ];
      };
      blog_posts: {
        Row: {
          content: string;
          created_at: string;
          id: string;
          image_alt: string | null;
          image_url: string | null;
          is_published: boolean;
          published_at: string | null;
          saved_by: string;
          search_description: string | null;
          search_title: string | null;
          slug: string | null;
          tags: NonNullable<Json>;
          title: string;
          updated_at: string;
          version: number;
        };
        Insert: {
          content: string;
          created_at?: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          is_published?: boolean;
          published_at?: string | null;
          saved_by: string;
          search_description?: string | null;
          search_title?: string | null;
          slug?: string | null;
          tags?: NonNullable<Json>;
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          content?: string;
          created_at?: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          is_published?: boolean;
          published_at?: string | null;
          saved_by?: string;
          search_description?: string | null;
          search_title?: string | null;
          slug?: string | null;
          tags?: NonNullable<Json>;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      calendar_feeds: {
        Row: {
          created_at: string;
          token_hash: string;
          volunteer_id: string;
        };
        Insert: {
          created_at?: string;
          token_hash: string;
          volunteer_id: string;
        };
        Update: {
          created_at?: string;
          token_hash?: string;
          volunteer_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "calendar_feeds_volunteer_id_fkey";
            columns: ["volunteer_id"];
            isOneToOne: true;
            referencedRelation: "volunteer_accounts";
            referencedColumns: ["id"];
          },
        ];
      };
      card_opt_outs: {
        Row: {
          created_at: string;
          mailbox: string;
        };
        Insert: {
          created_at?: string;
          mailbox: string;
        };
        Update: {
          created_at?: string;
          mailbox?: string;
        };
        Relationships: [];
      };
      care_package_goals: {
        Row: {
          created_at: string;
          id: string;
          is_active: boolean;
          monthly_goal: number;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          is_active?: boolean;
          monthly_goal?: number;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          is_active?: boolean;
          monthly_goal?: number;
          updated_at?: string;
        };
        Relationships: [];
      };
      children_letters: {
        Row: {
          created_at: string;
          id: string;
          is_active: boolean;
          order: number;
          text: string;
          updated_at: string;
          writer: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          is_active?: boolean;
          order?: number;
          text: string;
          updated_at?: string;
          writer: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          is_active?: boolean;
          order?: number;
          text?: string;
          updated_at?: string;
          writer?: string;
        };
        Relationships: [];
      };
      contact_info: {
        Row: {
          address: string;
          email: string;
          id: string;
          organization_name: string;
          phone: string;
          singleton: boolean;
          tax_id: string;
          updated_at: string;
        };
        Insert: {
          address: string;
          email: string;
          id?: string;
          organization_name: string;
          phone: string;
          singleton?: boolean;
          tax_id: string;
          updated_at?: string;
        };
        Update: {
          address?: string;
          email?: string;
          id?: string;
          organization_name?: string;
          phone?: string;
          singleton?: boolean;
          tax_id?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      deposits: {
        Row: {
          closed_at: string | null;
          created_at: string;
          deposited_on: string;
          id: string;
          is_demo: boolean;
          notes: string | null;
          reference: string | null;
          slip_total: number;
          updated_at: string;
        };
        Insert: {
          closed_at?: string | null;
          created_at?: string;
          deposited_on: string;
          id?: string;
          is_demo?: boolean;
          notes?: string | null;
          reference?: string | null;
          slip_total: number;
          updated_at?: string;
        };
        Update: {
          closed_at?: string | null;
          created_at?: string;
          deposited_on?: string;
          id?: string;
          is_demo?: boolean;
          notes?: string | null;
          reference?: string | null;
          slip_total?: number;
          updated_at?: string;
        };
        Relationships: [];
      };
      dismissed_duplicates: {
        Row: {
          created_at: string;
          first_donor_id: string;
          id: string;
          second_donor_id: string;
        };
        Insert: {
          created_at?: string;
          first_donor_id: string;
          id?: string;
          second_donor_id: string;
        };
        Update: {
          created_at?: string;
          first_donor_id?: string;
          id?: string;
          second_donor_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "dismissed_duplicates_first_donor_id_fkey";
            columns: ["first_donor_id"];
            isOneToOne: false;
            referencedRelation: "donors";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "dismissed_duplicates_second_donor_id_fkey";
            columns: ["second_donor_id"];
            isOneToOne: false;
            referencedRelation: "donors";
            referencedColumns: ["id"];
          },
        ];
      };
      dismissed_volunteer_duplicates: {
        Row: {
          created_at: string;
          first_volunteer_id: string;
          id: string;
          second_volunteer_id: string;
        };
        Insert: {
          created_at?: string;
          first_volunteer_id: string;
          id?: string;
          second_volunteer_id: string;
        };
        Update: {
          created_at?: string;
          first_volunteer_id?: string;
          id?: string;
          second_volunteer_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "dismissed_volunteer_duplicates_first_volunteer_id_fkey";
            columns: ["first_volunteer_id"];
            isOneToOne: false;
            referencedRelation: "volunteers";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "dismissed_volunteer_duplicates_second_volunteer_id_fkey";
            columns: ["second_volunteer_id"];
            isOneToOne: false;
            referencedRelation: "volunteers";
            referencedColumns: ["id"];
          },
        ];
      };
      donation_adjustments: {
        Row: {
          amount: number;
          created_at: string;
          donation_id: string;
          id: string;
          kind: string;
          reason: string | null;
          reported_at: string | null;
          status: string;
          stripe_id: string | null;
          updated_at: string;
        };
        Insert: {
          amount: number;
          created_at?: string;
          donation_id: string;
          id?: string;
          kind: string;
          reason?: string | null;
          reported_at?: string | null;
          status: string;
          stripe_id?: string | null;
          updated_at?: string;
        };
        Update: {
          amount?: number;
          created_at?: string;
          donation_id?: string;
          id?: string;
          kind?: string;
          reason?: string | null;
          reported_at?: string | null;
          status?: string;
          stripe_id?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "donation_adjustments_donation_id_fkey";
            columns: ["donation_id"];
            isOneToOne: false;
            referencedRelation: "donations";
            referencedColumns: ["id"];
          },
        ];
      };
      donation_day_totals: {
        Row: {
          day: string;
          donation_count: number;
          is_demo: boolean;
          total_amount: number;
        };
        Insert: {
          day: string;
          donation_count?: number;
          is_demo: boolean;
          total_amount?: number;
        };
        Update: {
          day?: string;
          donation_count?: number;
          is_demo?: boolean;
          total_amount?: number;
        };
        Relationships: [];
      };
      donation_month_totals: {
        Row: {
          donation_count: number;
          is_demo: boolean;
          month: string;
          total_amount: number;
        };
        Insert: {
          donation_count?: number;
          is_demo: boolean;
          month: string;
          total_amount?: number;
        };
        Update: {
          donation_count?: number;
          is_demo?: boolean;
          month?: string;
          total_amount?: number;
        };
        Relationships: [];
      };
      donation_site_totals: {
        Row: {
          donation_count: number;
          donor_count: number;
          is_demo: boolean;
          returning_donor_count: number;
          total_amount: number;
        };
        Insert: {
          donation_count?: number;
          donor_count?: number;
          is_demo: boolean;
          returning_donor_count?: number;
          total_amount?: number;
        };
        Update: {
          donation_count?: number;
          donor_count?: number;
          is_demo?: boolean;
          returning_donor_count?: number;
          total_amount?: number;
        };
        Relationships: [];
      };
      donations: {
        Row: {
          adjusted_amount: number;
          amount: number;
          attempt_id: string | null;
          completed_at: string | null;
          created_at: string;
          currency: string;
          deposit_id: string | null;
          donor_id: string;
          email: string | null;
          email_key: string | null;
          entered_at: string;
          failed_at: string | null;
          failure_code: string | null;
          failure_count: number;
          failure_reason: string | null;
          failures: string[];
          fee_covered: number;
          first_name: string;
          fraud_warned_at: string | null;
          id: string;
          import_id: string | null;
          in_honor_of: string | null;
          is_anonymous: boolean;
          is_demo: boolean;
          is_disputed: boolean;
          is_memorial: boolean;
          is_receipted: boolean;
          is_recurring: boolean;
          is_voided: boolean;
          last_name: string;
          method: string;
          note: string | null;
          processing_at: string | null;
          receipt_number: string | null;
          reference: string | null;
          replaces_id: string | null;
          search_text: string;
          soft_credit_donor_id: string | null;
          source: string | null;
          status: string;
          stripe_charge_id: string | null;
          stripe_invoice_id: string | null;
          stripe_payment_intent_id: string | null;
          subscription_id: string | null;
          updated_at: string;
        };
        Insert: {
          adjusted_amount?: number;
          amount: number;
          attempt_id?: string | null;
          completed_at?: string | null;
          created_at?: string;
          currency?: string;
          deposit_id?: string | null;
          donor_id: string;
          email?: string | null;
          email_key?: never;
          entered_at?: string;
          failed_at?: string | null;
          failure_code?: string | null;
          failure_count?: never;
          failure_reason?: string | null;
          failures?: string[];
          fee_covered?: number;
          first_name: string;
          fraud_warned_at?: string | null;
          id?: string;
          import_id?: string | null;
          in_honor_of?: string | null;
          is_anonymous?: boolean;
          is_demo?: boolean;
          is_disputed?: boolean;
          is_memorial?: boolean;
          is_receipted?: never;
          is_recurring?: boolean;
          is_voided?: boolean;
          last_name: string;
          method?: string;
          note?: string | null;
          processing_at?: string | null;
          receipt_number?: string | null;
          reference?: string | null;
          replaces_id?: string | null;
          search_text?: never;
          soft_credit_donor_id?: string | null;
          source?: string | null;
          status?: string;
          stripe_charge_id?: string | null;
          stripe_invoice_id?: string | null;
          stripe_payment_intent_id?: string | null;
          subscription_id?: string | null;
          updated_at?: string;
        };
        Update: {
          adjusted_amount?: number;
          amount?: number;
          attempt_id?: string | null;
          completed_at?: string | null;
          created_at?: string;
          currency?: string;
          deposit_id?: string | null;
          donor_id?: string;
          email?: string | null;
          email_key?: never;
          entered_at?: string;
          failed_at?: string | null;
          failure_code?: string | null;
          failure_count?: never;
          failure_reason?: string | null;
          failures?: string[];
          fee_covered?: number;
          first_name?: string;
          fraud_warned_at?: string | null;
          id?: string;
          import_id?: string | null;
          in_honor_of?: string | null;
          is_anonymous?: boolean;
          is_demo?: boolean;
          is_disputed?: boolean;
          is_memorial?: boolean;
          is_receipted?: never;
          is_recurring?: boolean;
          is_voided?: boolean;
          last_name?: string;
          method?: string;
          note?: string | null;
          processing_at?: string | null;
          receipt_number?: string | null;
          reference?: string | null;
          replaces_id?: string | null;
          search_text?: never;
          soft_credit_donor_id?: string | null;
          source?: string | null;
          status?: string;
          stripe_charge_id?: string | null;
          stripe_invoice_id?: string | null;
          stripe_payment_intent_id?: string | null;
          subscription_id?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "donations_deposit_id_fkey";
            columns: ["deposit_id"];
            isOneToOne: false;
            referencedRelation: "deposits";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "donations_donor_id_fkey";
            columns: ["donor_id"];
            isOneToOne: false;
            referencedRelation: "donors";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "donations_import_id_fkey";
            columns: ["import_id"];
            isOneToOne: false;
            referencedRelation: "imports";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "donations_replaces_id_fkey";
            columns: ["replaces_id"];
            isOneToOne: true;
            referencedRelation: "donations";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "donations_soft_credit_donor_id_fkey";
            columns: ["soft_credit_donor_id"];
            isOneToOne: false;
            referencedRelation: "donors";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "donations_subscription_id_fkey";
            columns: ["subscription_id"];
            isOneToOne: false;
            referencedRelation: "subscriptions";
            referencedColumns: ["id"];
          },
        ];
      };
      donor_emails: {
        Row: {
          created_at: string;
          donor_id: string;
          email_key: string;
        };
        Insert: {
          created_at?: string;
          donor_id: string;
          email_key: string;
        };
        Update: {
          created_at?: string;
          donor_id?: string;
          email_key?: string;
        };
        Relationships: [
          {
            foreignKeyName: "donor_emails_donor_id_fkey";
            columns: ["donor_id"];
            isOneToOne: false;
            referencedRelation: "donors";
            referencedColumns: ["id"];
          },
        ];
      };
      donor_links: {
        Row: {
          created_at: string;
          email_key: string;
          expires_at: string;
          id: string;
          used_at: string | null;
        };
        Insert: {
          created_at?: string;
          email_key: string;
          expires_at: string;
          id?: string;
          used_at?: string | null;
        };
        Update: {
          created_at?: string;
          email_key?: string;
          expires_at?: string;
          id?: string;
          used_at?: string | null;
        };
        Relationships: [];
      };
      donor_merge_moves: {
        Row: {
          column_name: string;
          merge_id: string;
          row_key: string;
          table_name: string;
        };
        Insert: {
          column_name: string;
          merge_id: string;
          row_key: string;
          table_name: string;
        };
        Update: {
          column_name?: string;
          merge_id?: string;
          row_key?: string;
          table_name?: string;
        };
        Relationships: [
          {
            foreignKeyName: "donor_merge_moves_merge_id_fkey";
            columns: ["merge_id"];
            isOneToOne: false;
            referencedRelation: "donor_merges";
            referencedColumns: ["id"];
          },
        ];
      };
      donor_merges: {
        Row: {
          choices: NonNullable<Json>;
          donation_count: number;
          erased_at: string | null;
          id: string;
          kept_after: Json | null;
          kept_before: Json | null;
          kept_id: string;
          merged_at: string;
          merged_by: string;
          merged_id: string;
          merged_name: string | null;
          undo_until: string;
          undone_at: string | null;
          undone_by: string | null;
        };
        Insert: {
          choices: NonNullable<Json>;
          donation_count: number;
          erased_at?: string | null;
          id?: string;
          kept_after?: Json | null;
          kept_before?: Json | null;
          kept_id: string;
          merged_at?: string;
          merged_by: string;
          merged_id: string;
          merged_name?: string | null;
          undo_until?: string;
          undone_at?: string | null;
          undone_by?: string | null;
        };
        Update: {
          choices?: NonNullable<Json>;
          donation_count?: number;
          erased_at?: string | null;
          id?: string;
          kept_after?: Json | null;
          kept_before?: Json | null;
          kept_id?: string;
          merged_at?: string;
          merged_by?: string;
          merged_id?: string;
          merged_name?: string | null;
          undo_until?: string;
          undone_at?: string | null;
          undone_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "donor_merges_kept_id_fkey";
            columns: ["kept_id"];
            isOneToOne: false;
            referencedRelation: "donors";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "donor_merges_merged_id_fkey";
            columns: ["merged_id"];
            isOneToOne: false;
            referencedRelation: "donors";
            referencedColumns: ["id"];
          },
        ];
      };
      donor_tasks: {
        Row: {
          created_at: string;
          created_by: string;
          done_at: string | null;
          done_by: string | null;
          donor_id: string;
          due_on: string;
          id: string;
          is_call: boolean;
          is_done: boolean;
          text: string;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          created_by: string;
          done_at?: string | null;
          done_by?: string | null;
          donor_id: string;
          due_on: string;
          id?: string;
          is_call?: boolean;
          is_done?: boolean;
          text: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          created_by?: string;
          done_at?: string | null;
          done_by?: string | null;
          donor_id?: string;
          due_on?: string;
          id?: string;
          is_call?: boolean;
          is_done?: boolean;
          text?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "donor_tasks_donor_id_fkey";
            columns: ["donor_id"];
            isOneToOne: false;
            referencedRelation: "donors";
            referencedColumns: ["id"];
          },
        ];
      };
      donor_totals: {
        Row: {
          donation_count: number;
          email: string | null;
          first_donation_at: string;
          first_name: string;
          id: string;
          is_demo: boolean;
          is_recurring: boolean;
          last_donation_at: string;
          last_donation_id: string;
          last_name: string;
          search_text: string;
          total_amount: number;
        };
        Insert: {
          donation_count: number;
          email?: string | null;
          first_donation_at: string;
          first_name: string;
          id: string;
          is_demo: boolean;
          is_recurring: boolean;
          last_donation_at: string;
          last_donation_id: string;
          last_name: string;
          search_text?: never;
          total_amount: number;
        };
        Update: {
          donation_count?: number;
          email?: string | null;
          first_donation_at?: string;
          first_name?: string;
          id?: string;
          is_demo?: boolean;
          is_recurring?: boolean;
          last_donation_at?: string;
          last_donation_id?: string;
          last_name?: string;
          search_text?: never;
          total_amount?: number;
        };
        Relationships: [];
      };
      donors: {
        Row: {
          address: string | null;
          created_at: string;
          duplicate_key: string | null;
          email: string | null;
          first_name: string | null;
          id: string;
          import_id: string | null;
          last_name: string | null;
          merged_into_id: string | null;
          notes: string | null;
          phone: string | null;
          tags: NonNullable<Json>;
          updated_at: string;
        };
        Insert: {
          address?: string | null;
          created_at?: string;
          duplicate_key?: never;
          email?: string | null;
          first_name?: string | null;
          id?: string;
          import_id?: string | null;
          last_name?: string | null;
          merged_into_id?: string | null;
          notes?: string | null;
          phone?: string | null;
          tags?: NonNullable<Json>;
          updated_at?: string;
        };
        Update: {
          address?: string | null;
          created_at?: string;
          duplicate_key?: never;
          email?: string | null;
          first_name?: string | null;
          id?: string;
          import_id?: string | null;
          last_name?: string | null;
          merged_into_id?: string | null;
          notes?: string | null;
          phone?: string | null;
          tags?: NonNullable<Json>;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "donors_import_id_fkey";
            columns: ["import_id"];
            isOneToOne: false;
            referencedRelation: "imports";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "donors_merged_into_id_fkey";
            columns: ["merged_into_id"];
            isOneToOne: false;
            referencedRelation: "donors";
            referencedColumns: ["id"];
          },
        ];
      };
      donors_without_donations: {
        Row: {
          created_at: string;
          email: string | null;
          first_name: string;
          id: string;
          is_demo: boolean;
          last_name: string;
          search_text: string;
        };
        Insert: {
          created_at: string;
          email?: string | null;
          first_name: string;
          id: string;
          is_demo: boolean;
          last_name: string;
          search_text?: never;
        };
        Update: {
          created_at?: string;
          email?: string | null;
          first_name?: string;
          id?: string;
          is_demo?: boolean;
          last_name?: string;
          search_text?: never;
        };
        Relationships: [];
      };
      email_changes: {
        Row: {
          account_id: string;
          claimed_until: string | null;
          created_at: string;
          email: string;
          expires_at: string;
          id: string;
          revoked_at: string | null;
          used_at: string | null;
        };
        Insert: {
          account_id: string;
          claimed_until?: string | null;
          created_at?: string;
          email: string;
          expires_at?: string;
          id?: string;
          revoked_at?: string | null;
          used_at?: string | null;
        };
        Update: {
          account_id?: string;
          claimed_until?: string | null;
          created_at?: string;
          email?: string;
          expires_at?: string;
          id?: string;
          revoked_at?: string | null;
          used_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "email_changes_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "volunteer_accounts";
            referencedColumns: ["id"];
          },
        ];
      };
      email_outbox: {
        Row: {
          attempts: number;
          created_at: string;
          data: NonNullable<Json>;
          dedupe_key: string | null;
          emptied_at: string | null;
          id: string;
          last_error: string | null;
          locked_at: string | null;
          next_attempt_at: string;
          refused_at: string | null;
          resends: number;
          search_text: string;
          sent_at: string | null;
          status: string;
          subject: string | null;
          template_name: string;
          tested: Json | null;
          to_email: string;
          to_name: string;
          updated_at: string;
        };
        Insert: {
          attempts?: number;
          created_at?: string;
          data?: NonNullable<Json>;
          dedupe_key?: string | null;
          emptied_at?: string | null;
          id?: string;
          last_error?: string | null;
          locked_at?: string | null;
          next_attempt_at?: string;
          refused_at?: string | null;
          resends?: number;
          search_text?: never;
          sent_at?: string | null;
          status?: string;
          subject?: string | null;
          template_name: string;
          tested?: Json | null;
          to_email: string;
          to_name?: string;
          updated_at?: string;
        };
        Update: {
          attempts?: number;
          created_at?: string;
          data?: NonNullable<Json>;
          dedupe_key?: string | null;
          emptied_at?: string | null;
          id?: string;
          last_error?: string | null;
          locked_at?: string | null;
          next_attempt_at?: string;
          refused_at?: string | null;
          resends?: number;
          search_text?: never;
          sent_at?: string | null;
          status?: string;
          subject?: string | null;
          template_name?: string;
          tested?: Json | null;
          to_email?: string;
          to_name?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      email_template_versions: {
        Row: {
          description: string | null;
          html_content: string;
          id: string;
          name: string;
          saved_at: string;
          saved_by: string;
          subject: string;
          template_id: string;
          version: number;
        };
        Insert: {
          description?: string | null;
          html_content: string;
          id?: string;
          name: string;
          saved_at: string;
          saved_by: string;
          subject: string;
          template_id: string;
          version: number;
        };
        Update: {
          description?: string | null;
          html_content?: string;
          id?: string;
          name?: string;
          saved_at?: string;
          saved_by?: string;
          subject?: string;
          template_id?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "email_template_versions_template_id_fkey";
            columns: ["template_id"];
            isOneToOne: false;
            referencedRelation: "email_templates";
            referencedColumns: ["id"];
          },
        ];
      };
      email_templates: {
        Row: {
          created_at: string;
          description: string | null;
          html_content: string;
          id: string;
          is_active: boolean;
          name: string;
          saved_by: string;
          subject: string;
          updated_at: string;
          version: number;
        };
        Insert: {
          created_at?: string;
          description?: string | null;
          html_content: string;
          id?: string;
          is_active?: boolean;
          name: string;
          saved_by: string;
          subject: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          description?: string | null;
          html_content?: string;
          id?: string;
          is_active?: boolean;
          name?: string;
          saved_by?: string;
          subject?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      erasures: {
        Row: {
          build_change: number | null;
          caches_expire_at: string | null;
          deleted_file_count: number;
          deleted_login_count: number;
          deleted_row_count: number;
          emptied_row_count: number;
          files: NonNullable<Json>;
          finished_at: string | null;
          finished_steps: NonNullable<Json>;
          id: string;
          kept_records: NonNullable<Json>;
          logins: NonNullable<Json>;
          mailbox_hashes: NonNullable<Json>;
          problem: string | null;
          records: NonNullable<Json>;
          requested_at: string;
          requested_by: string;
          site_build: string | null;
        };
        Insert: {
          build_change?: number | null;
          caches_expire_at?: string | null;
          deleted_file_count?: number;
          deleted_login_count?: number;
          deleted_row_count?: number;
          emptied_row_count?: number;
          files?: NonNullable<Json>;
          finished_at?: string | null;
          finished_steps?: NonNullable<Json>;
          id?: string;
          kept_records?: NonNullable<Json>;
          logins?: NonNullable<Json>;
          mailbox_hashes?: NonNullable<Json>;
          problem?: string | null;
          records: NonNullable<Json>;
          requested_at?: string;
          requested_by?: string;
          site_build?: string | null;
        };
        Update: {
          build_change?: number | null;
          caches_expire_at?: string | null;
          deleted_file_count?: number;
          deleted_login_count?: number;
          deleted_row_count?: number;
          emptied_row_count?: number;
          files?: NonNullable<Json>;
          finished_at?: string | null;
          finished_steps?: NonNullable<Json>;
          id?: string;
          kept_records?: NonNullable<Json>;
          logins?: NonNullable<Json>;
          mailbox_hashes?: NonNullable<Json>;
          problem?: string | null;
          records?: NonNullable<Json>;
          requested_at?: string;
          requested_by?: string;
          site_build?: string | null;
        };
        Relationships: [];
      };
      events: {
        Row: {
          absent_volunteers: number;
          address: string;
          announced_at: string | null;
          cancellation_reason: string | null;
          created_at: string;
          date: string;
          end_time: string;
          ends_at: string;
          event_type: string;
          hours: number;
          id: string;
          is_active: boolean;
          note: string | null;
          packages_packed: number;
          registered_volunteers: number;
          revised_at: string;
          search_text: string;
          start_time: string;
          starts_at: string;
          updated_at: string;
        };
        Insert: {
          absent_volunteers?: number;
          address: string;
          announced_at?: string | null;
          cancellation_reason?: string | null;
          created_at?: string;
          date: string;
          end_time: string;
          ends_at: string;
          event_type: string;
          hours?: never;
          id?: string;
          is_active?: boolean;
          note?: string | null;
          packages_packed?: number;
          registered_volunteers?: number;
          revised_at?: string;
          search_text?: never;
          start_time: string;
          starts_at: string;
          updated_at?: string;
        };
        Update: {
          absent_volunteers?: number;
          address?: string;
          announced_at?: string | null;
          cancellation_reason?: string | null;
          created_at?: string;
          date?: string;
          end_time?: string;
          ends_at?: string;
          event_type?: string;
          hours?: never;
          id?: string;
          is_active?: boolean;
          note?: string | null;
          packages_packed?: number;
          registered_volunteers?: number;
          revised_at?: string;
          search_text?: never;
          start_time?: string;
          starts_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      financial_reports: {
        Row: {
          cover_alt: string | null;
          cover_url: string | null;
          created_at: string;
          description: string;
          file_size: number | null;
          file_url: string;
          filename: string;
          id: string;
          preview_url: string | null;
          published: boolean;
          updated_at: string;
        };
        Insert: {
          cover_alt?: string | null;
          cover_url?: string | null;
          created_at?: string;
          description: string;
          file_size?: number | null;
          file_url: string;
          filename: string;
          id?: string;
          preview_url?: string | null;
          published?: boolean;
          updated_at?: string;
        };
        Update: {
          cover_alt?: string | null;
          cover_url?: string | null;
          created_at?: string;
          description?: string;
          file_size?: number | null;
          file_url?: string;
          filename?: string;
          id?: string;
          preview_url?: string | null;
          published?: boolean;
          updated_at?: string;
        };
        Relationships: [];
      };
      former_donor_details: {
        Row: {
          donor_id: string;
          field: string;
          id: string;
          replaced_at: string;
          replaced_by: string;
          value: string;
        };
        Insert: {
          donor_id: string;
          field: string;
          id?: string;
          replaced_at?: string;
          replaced_by: string;
          value: string;
        };
        Update: {
          donor_id?: string;
          field?: string;
          id?: string;
          replaced_at?: string;
          replaced_by?: string;
          value?: string;
        };
        Relationships: [
          {
            foreignKeyName: "former_donor_details_donor_id_fkey";
            columns: ["donor_id"];
            isOneToOne: false;
            referencedRelation: "donors";
            referencedColumns: ["id"];
          },
        ];
      };
      health_alerts: {
        Row: {
          announced_problems: NonNullable<Json>;
          announcement_count: number;
          claimed_at: string;
          only_row: boolean;
        };
        Insert: {
          announced_problems?: NonNullable<Json>;
          announcement_count?: number;
          claimed_at?: string;
          only_row?: boolean;
        };
        Update: {
          announced_problems?: NonNullable<Json>;
          announcement_count?: number;
          claimed_at?: string;
          only_row?: boolean;
        };
        Relationships: [];
      };
      hero_section: {
        Row: {
          core_message: string;
          headline: string;
          id: string;
          image_alt: string | null;
          image_url: string | null;
          singleton: boolean;
          updated_at: string;
        };
        Insert: {
          core_message: string;
          headline: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          singleton?: boolean;
          updated_at?: string;
        };
        Update: {
          core_message?: string;
          headline?: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          singleton?: boolean;
          updated_at?: string;
        };
        Relationships: [];
      };
      idempotency_keys: {
        Row: {
          created_at: string;
          key: string;
          operation: string;
          request_hash: string;
          response: Json | null;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          key: string;
          operation: string;
          request_hash: string;
          response?: Json | null;
          user_id: string;
        };
        Update: {
          created_at?: string;
          key?: string;
          operation?: string;
          request_hash?: string;
          response?: Json | null;
          user_id?: string;
        };
        Relationships: [];
      };
      impact_stats: {
        Row: {
          families_helped: number;
          id: string;
          last_updated: string;
          packages_delivered: number;
          since: number | null;
          singleton: boolean;
          veterans_served: number;
          volunteer_hours: number;
        };
        Insert: {
          families_helped?: number;
          id?: string;
          last_updated?: string;
          packages_delivered?: number;
          since?: number | null;
          singleton?: boolean;
          veterans_served?: number;
          volunteer_hours?: number;
        };
        Update: {
          families_helped?: number;
          id?: string;
          last_updated?: string;
          packages_delivered?: number;
          since?: number | null;
          singleton?: boolean;
          veterans_served?: number;
          volunteer_hours?: number;
        };
        Relationships: [];
      };
      import_rows: {
        Row: {
          cells: NonNullable<Json>;
          fields: NonNullable<Json>;
          import_id: string;
          problems: NonNullable<Json>;
          row_number: number;
          skipped: string | null;
        };
        Insert: {
          cells: NonNullable<Json>;
          fields: NonNullable<Json>;
          import_id: string;
          problems?: NonNullable<Json>;
          row_number: number;
          skipped?: string | null;
        };
        Update: {
          cells?: NonNullable<Json>;
          fields?: NonNullable<Json>;
          import_id?: string;
          problems?: NonNullable<Json>;
          row_number?: number;
          skipped?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "import_rows_import_id_fkey";
            columns: ["import_id"];
            isOneToOne: false;
            referencedRelation: "imports";
            referencedColumns: ["id"];
          },
        ];
      };
      import_verdicts: {
        Row: {
          import_id: string;
          outcome: string;
          person_id: string | null;
          person_key: string | null;
          problem: string | null;
          record_key: string | null;
          row_number: number;
        };
        Insert: {
          import_id: string;
          outcome: string;
          person_id?: string | null;
          person_key?: string | null;
          problem?: string | null;
          record_key?: string | null;
          row_number: number;
        };
        Update: {
          import_id?: string;
          outcome?: string;
          person_id?: string | null;
          person_key?: string | null;
          problem?: string | null;
          record_key?: string | null;
          row_number?: number;
        };
        Relationships: [
          {
            foreignKeyName: "import_verdicts_import_id_row_number_fkey";
            columns: ["import_id", "row_number"];
            isOneToOne: true;
            referencedRelation: "import_rows";
            referencedColumns: ["import_id", "row_number"];
          },
        ];
      };
      imported_records: {
        Row: {
          import_id: string;
          kind: string;
          record_id: string;
          source: string;
          source_id: string;
        };
        Insert: {
          import_id: string;
          kind: string;
          record_id: string;
          source: string;
          source_id: string;
        };
        Update: {
          import_id?: string;
          kind?: string;
          record_id?: string;
          source?: string;
          source_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "imported_records_import_id_fkey";
            columns: ["import_id"];
            isOneToOne: false;
            referencedRelation: "imports";
            referencedColumns: ["id"];
          },
        ];
      };
      imports: {
        Row: {
          counts: NonNullable<Json>;
          created_at: string;
          date_order: string | null;
          failure: string | null;
          file_hash: string;
          file_name: string;
          headings: NonNullable<Json>;
          id: string;
          imported_at: string | null;
          is_demo: boolean;
          kind: string;
          leaves_out_lookalikes: boolean;
          leaves_out_problems: boolean;
          mapping: NonNullable<Json>;
          row_count: number;
          source: string;
          started_by: string;
          state: string;
          step_started_at: string | null;
          stored_count: number;
          undone_at: string | null;
          updated_at: string;
        };
        Insert: {
          counts?: NonNullable<Json>;
          created_at?: string;
          date_order?: string | null;
          failure?: string | null;
          file_hash: string;
          file_name: string;
          headings: NonNullable<Json>;
          id?: string;
          imported_at?: string | null;
          is_demo: boolean;
          kind: string;
          leaves_out_lookalikes?: boolean;
          leaves_out_problems?: boolean;
          mapping: NonNullable<Json>;
          row_count: number;
          source: string;
          started_by?: string;
          state?: string;
          step_started_at?: string | null;
          stored_count?: number;
          undone_at?: string | null;
          updated_at?: string;
        };
        Update: {
          counts?: NonNullable<Json>;
          created_at?: string;
          date_order?: string | null;
          failure?: string | null;
          file_hash?: string;
          file_name?: string;
          headings?: NonNullable<Json>;
          id?: string;
          imported_at?: string | null;
          is_demo?: boolean;
          kind?: string;
          leaves_out_lookalikes?: boolean;
          leaves_out_problems?: boolean;
          mapping?: NonNullable<Json>;
          row_count?: number;
          source?: string;
          started_by?: string;
          state?: string;
          step_started_at?: string | null;
          stored_count?: number;
          undone_at?: string | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      job_runs: {
        Row: {
          added_at: string;
          name: string;
          ran_at: string | null;
        };
        Insert: {
          added_at?: string;
          name: string;
          ran_at?: string | null;
        };
        Update: {
          added_at?: string;
          name?: string;
          ran_at?: string | null;
        };
        Relationships: [];
      };
      legal_content: {
        Row: {
          content: string;
          created_at: string;
          id: string;
          key: string;
          saved_by: string;
          updated_at: string;
          version: number;
        };
        Insert: {
          content: string;
          created_at?: string;
          id?: string;
          key: string;
          saved_by: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          content?: string;
          created_at?: string;
          id?: string;
          key?: string;
          saved_by?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      legal_content_versions: {
        Row: {
          content: string;
          content_id: string;
          id: string;
          saved_at: string;
          saved_by: string;
          version: number;
        };
        Insert: {
          content: string;
          content_id: string;
          id?: string;
          saved_at: string;
          saved_by: string;
          version: number;
        };
        Update: {
          content?: string;
          content_id?: string;
          id?: string;
          saved_at?: string;
          saved_by?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "legal_content_versions_content_id_fkey";
            columns: ["content_id"];
            isOneToOne: false;
            referencedRelation: "legal_content";
            referencedColumns: ["id"];
          },
        ];
      };
      locations: {
        Row: {
          address: string;
          city: string | null;
          contact_person_name: string | null;
          created_at: string;
          description: string | null;
          id: string;
          is_active: boolean;
          is_military_mail: boolean;
          military_branch: string | null;
          name: string;
          state: string | null;
          updated_at: string;
          zip_code: string | null;
        };
        Insert: {
          address: string;
          city?: string | null;
          contact_person_name?: string | null;
          created_at?: string;
          description?: string | null;
          id?: string;
          is_active?: boolean;
          is_military_mail?: never;
          military_branch?: string | null;
          name: string;
          state?: string | null;
          updated_at?: string;
          zip_code?: string | null;
        };
        Update: {
          address?: string;
          city?: string | null;
          contact_person_name?: string | null;
          created_at?: string;
          description?: string | null;
          id?: string;
          is_active?: boolean;
          is_military_mail?: never;
          military_branch?: string | null;
          name?: string;
          state?: string | null;
          updated_at?: string;
          zip_code?: string | null;
        };
        Relationships: [];
      };
      mail_transport: {
        Row: {
          only_row: boolean;
          pause: string | null;
          paused_at: string | null;
          paused_until: string | null;
          refusals: number;
        };
        Insert: {
          only_row?: boolean;
          pause?: string | null;
          paused_at?: string | null;
          paused_until?: string | null;
          refusals?: number;
        };
        Update: {
          only_row?: boolean;
          pause?: string | null;
          paused_at?: string | null;
          paused_until?: string | null;
          refusals?: number;
        };
        Relationships: [];
      };
      noncash_donations: {
        Row: {
          created_at: string;
          description: string;
          donor_id: string;
          id: string;
          is_demo: boolean;
          kind: string;
          note: string | null;
          received_on: string;
          replaces_id: string | null;
          sale_id: string | null;
          shares: number | null;
          updated_at: string;
          void_reason: string | null;
          voided_at: string | null;
        };
        Insert: {
          created_at?: string;
          description: string;
          donor_id: string;
          id?: string;
          is_demo?: boolean;
          kind: string;
          note?: string | null;
          received_on: string;
          replaces_id?: string | null;
          sale_id?: string | null;
          shares?: number | null;
          updated_at?: string;
          void_reason?: string | null;
          voided_at?: string | null;
        };
        Update: {
          created_at?: string;
          description?: string;
          donor_id?: string;
          id?: string;
          is_demo?: boolean;
          kind?: string;
          note?: string | null;
          received_on?: string;
          replaces_id?: string | null;
          sale_id?: string | null;
          shares?: number | null;
          updated_at?: string;
          void_reason?: string | null;
          voided_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "noncash_donations_donor_id_fkey";
            columns: ["donor_id"];
            isOneToOne: false;
            referencedRelation: "donors";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "noncash_donations_replaces_id_fkey";
            columns: ["replaces_id"];
            isOneToOne: true;
            referencedRelation: "noncash_donations";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "noncash_donations_sale_id_fkey";
            columns: ["sale_id"];
            isOneToOne: true;
            referencedRelation: "donations";
            referencedColumns: ["id"];
          },
        ];
      };
      package_deliveries: {
        Row: {
          city: string;
          created_at: string;
          delivered_on: string;
          families: number;
          id: string;
          latitude: number | null;
          location_id: string | null;
          longitude: number | null;
          military_branch: string;
          notes: string | null;
          packages: number;
          program: string;
          region: string | null;
          state: string;
          updated_at: string;
          veterans: number;
        };
        Insert: {
          city: string;
          created_at?: string;
          delivered_on: string;
          families?: number;
          id?: string;
          latitude?: number | null;
          location_id?: string | null;
          longitude?: number | null;
          military_branch: string;
          notes?: string | null;
          packages: number;
          program: string;
          region?: string | null;
          state: string;
          updated_at?: string;
          veterans?: number;
        };
        Update: {
          city?: string;
          created_at?: string;
          delivered_on?: string;
          families?: number;
          id?: string;
          latitude?: number | null;
          location_id?: string | null;
          longitude?: number | null;
          military_branch?: string;
          notes?: string | null;
          packages?: number;
          program?: string;
          region?: string | null;
          state?: string;
          updated_at?: string;
          veterans?: number;
        };
        Relationships: [
          {
            foreignKeyName: "package_deliveries_location_id_fkey";
            columns: ["location_id"];
            isOneToOne: false;
            referencedRelation: "locations";
            referencedColumns: ["id"];
          },
        ];
      };
      payment_attempts: {
        Row: {
          address_hash: string;
          attempt_id: string;
          email_hash: string;
          started_at: string;
        };
        Insert: {
          address_hash: string;
          attempt_id: string;
          email_hash: string;
          started_at?: string;
        };
        Update: {
          address_hash?: string;
          attempt_id?: string;
          email_hash?: string;
          started_at?: string;
        };
        Relationships: [];
      };
      preview_links: {
        Row: {
          created_at: string;
          draft_id: string | null;
          ends_at: string | null;
          id: string;
          post_id: string | null;
        };
        Insert: {
          created_at?: string;
          draft_id?: string | null;
          ends_at?: string | null;
          id?: string;
          post_id?: string | null;
        };
        Update: {
          created_at?: string;
          draft_id?: string | null;
          ends_at?: string | null;
          id?: string;
          post_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "preview_links_draft_id_fkey";
            columns: ["draft_id"];
            isOneToOne: true;
            referencedRelation: "blog_post_drafts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "preview_links_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: true;
            referencedRelation: "blog_posts";
            referencedColumns: ["id"];
          },
        ];
      };
      privacy_settings: {
        Row: {
          id: string;
          ledger_years: number;
          singleton: boolean;
          updated_at: string;
        };
        Insert: {
          id?: string;
          ledger_years?: number;
          singleton?: boolean;
          updated_at?: string;
        };
        Update: {
          id?: string;
          ledger_years?: number;
          singleton?: boolean;
          updated_at?: string;
        };
        Relationships: [];
      };
      rate_limits: {
        Row: {
          bucket: string;
          hits: number;
          subject_hash: string;
          window_ends_at: string;
          window_started_at: string;
        };
        Insert: {
          bucket: string;
          hits?: number;
          subject_hash: string;
          window_ends_at: string;
          window_started_at?: string;
        };
        Update: {
          bucket?: string;
          hits?: number;
          subject_hash?: string;
          window_ends_at?: string;
          window_started_at?: string;
        };
        Relationships: [];
      };
      receipt_counters: {
        Row: {
          last_number: number;
          year: number;
        };
        Insert: {
          last_number: number;
          year: number;
        };
        Update: {
          last_number?: number;
          year?: number;
        };
        Relationships: [];
      };
      refund_requests: {
        Row: {
          amount: number;
          created_at: string;
          donation_id: string;
          id: string;
          reason: string | null;
          requested_by: string;
        };
        Insert: {
          amount: number;
          created_at?: string;
          donation_id: string;
          id: string;
          reason?: string | null;
          requested_by?: string;
        };
        Update: {
          amount?: number;
          created_at?: string;
          donation_id?: string;
          id?: string;
          reason?: string | null;
          requested_by?: string;
        };
        Relationships: [
          {
            foreignKeyName: "refund_requests_donation_id_fkey";
            columns: ["donation_id"];
            isOneToOne: false;
            referencedRelation: "donations";
            referencedColumns: ["id"];
          },
        ];
      };
      release_steps: {
        Row: {
          decided_at: string;
          is_released: boolean;
          month: string;
          since: string | null;
        };
        Insert: {
          decided_at?: string;
          is_released?: boolean;
          month: string;
          since?: string | null;
        };
        Update: {
          decided_at?: string;
          is_released?: boolean;
          month?: string;
          since?: string | null;
        };
        Relationships: [];
      };
      released_figures: {
        Row: {
          counted: number;
          dimension: string;
          measure: string;
          month: string;
          name: string;
          recorded: number;
          shown: number;
        };
        Insert: {
          counted: number;
          dimension: string;
          measure: string;
          month: string;
          name: string;
          recorded: number;
          shown: number;
        };
        Update: {
          counted?: number;
          dimension?: string;
          measure?: string;
          month?: string;
          name?: string;
          recorded?: number;
          shown?: number;
        };
        Relationships: [
          {
            foreignKeyName: "released_figures_month_fkey";
            columns: ["month"];
            isOneToOne: false;
            referencedRelation: "release_steps";
            referencedColumns: ["month"];
          },
        ];
      };
      restores: {
        Row: {
          backup_id: string;
          backup_taken_at: string;
          restored_at: string;
        };
        Insert: {
          backup_id: string;
          backup_taken_at: string;
          restored_at?: string;
        };
        Update: {
          backup_id?: string;
          backup_taken_at?: string;
          restored_at?: string;
        };
        Relationships: [];
      };
      retention_rules: {
        Row: {
          affected_at: string | null;
          affected_count: number;
          id: string;
          is_on: boolean;
          keep_days: number;
          name: string;
          ran_at: string | null;
          total_count: number;
          updated_at: string;
        };
        Insert: {
          affected_at?: string | null;
          affected_count?: number;
          id?: string;
          is_on?: boolean;
          keep_days: number;
          name: string;
          ran_at?: string | null;
          total_count?: number;
          updated_at?: string;
        };
        Update: {
          affected_at?: string | null;
          affected_count?: number;
          id?: string;
          is_on?: boolean;
          keep_days?: number;
          name?: string;
          ran_at?: string | null;
          total_count?: number;
          updated_at?: string;
        };
        Relationships: [];
      };
      second_factor_recoveries: {
        Row: {
          code_hashes: string[];
          created_at: string;
          user_id: string;
        };
        Insert: {
          code_hashes: string[];
          created_at?: string;
          user_id: string;
        };
        Update: {
          code_hashes?: string[];
          created_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "second_factor_recoveries_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: true;
            referencedRelation: "users";
            referencedColumns: ["id"];
          },
        ];
      };
      section_content: {
        Row: {
          content: string;
          created_at: string;
          header: string;
          id: string;
          image_alt: string | null;
          image_url: string | null;
          section: string;
          updated_at: string;
        };
        Insert: {
          content?: string;
          created_at?: string;
          header?: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          section: string;
          updated_at?: string;
        };
        Update: {
          content?: string;
          created_at?: string;
          header?: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          section?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      settings: {
        Row: {
          bbb_seal_url: string | null;
          bbb_url: string | null;
          candid_seal_url: string | null;
          candid_url: string | null;
          card_fee_fixed: number;
          card_fee_percent: number;
          charity_navigator_seal_url: string | null;
          charity_navigator_url: string | null;
          emails_per_day: number | null;
          employer_match_url: string | null;
          facebook_url: string | null;
          gift_levels: NonNullable<Json>;
          id: string;
          instagram_url: string | null;
          is_giving_confirmed: boolean;
          is_time_zone_confirmed: boolean;
          max_donation: number;
          min_donation: number;
          package_costs: NonNullable<Json>;
          package_price: number;
          real_payments: boolean;
          requires_second_factor: boolean;
          singleton: boolean;
          spending: NonNullable<Json>;
          spending_year: number | null;
          time_zone: string;
          updated_at: string;
          x_url: string | null;
          youtube_url: string | null;
        };
        Insert: {
          bbb_seal_url?: string | null;
          bbb_url?: string | null;
          candid_seal_url?: string | null;
          candid_url?: string | null;
          card_fee_fixed?: number;
          card_fee_percent?: number;
          charity_navigator_seal_url?: string | null;
          charity_navigator_url?: string | null;
          emails_per_day?: number | null;
          employer_match_url?: string | null;
          facebook_url?: string | null;
          gift_levels?: NonNullable<Json>;
          id?: string;
          instagram_url?: string | null;
          is_giving_confirmed?: boolean;
          is_time_zone_confirmed?: boolean;
          max_donation?: number;
          min_donation?: number;
          package_costs?: NonNullable<Json>;
          package_price?: number;
          real_payments?: boolean;
          requires_second_factor?: boolean;
          singleton?: boolean;
          spending?: NonNullable<Json>;
          spending_year?: number | null;
          time_zone?: string;
          updated_at?: string;
          x_url?: string | null;
          youtube_url?: string | null;
        };
        Update: {
          bbb_seal_url?: string | null;
          bbb_url?: string | null;
          candid_seal_url?: string | null;
          candid_url?: string | null;
          card_fee_fixed?: number;
          card_fee_percent?: number;
          charity_navigator_seal_url?: string | null;
          charity_navigator_url?: string | null;
          emails_per_day?: number | null;
          employer_match_url?: string | null;
          facebook_url?: string | null;
          gift_levels?: NonNullable<Json>;
          id?: string;
          instagram_url?: string | null;
          is_giving_confirmed?: boolean;
          is_time_zone_confirmed?: boolean;
          max_donation?: number;
          min_donation?: number;
          package_costs?: NonNullable<Json>;
          package_price?: number;
          real_payments?: boolean;
          requires_second_factor?: boolean;
          singleton?: boolean;
          spending?: NonNullable<Json>;
          spending_year?: number | null;
          time_zone?: string;
          updated_at?: string;
          x_url?: string | null;
          youtube_url?: string | null;
        };
        Relationships: [];
      };
      shift_waitlist: {
        Row: {
          created_at: string;
          id: string;
          place: number;
          shift_id: string;
          volunteer_id: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          place?: never;
          shift_id: string;
          volunteer_id?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          place?: never;
          shift_id?: string;
          volunteer_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "shift_waitlist_shift_id_fkey";
            columns: ["shift_id"];
            isOneToOne: false;
            referencedRelation: "volunteer_shifts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "shift_waitlist_volunteer_id_fkey";
            columns: ["volunteer_id"];
            isOneToOne: false;
            referencedRelation: "volunteer_accounts";
            referencedColumns: ["id"];
          },
        ];
      };
      site_builds: {
        Row: {
          attempts: number;
          changed_in: unknown;
          changes: number;
          next_try_at: string;
          only_row: boolean;
          sent_changes: number;
          sent_publication: string | null;
        };
        Insert: {
          attempts?: number;
          changed_in?: unknown;
          changes?: number;
          next_try_at?: string;
          only_row?: boolean;
          sent_changes?: number;
          sent_publication?: string | null;
        };
        Update: {
          attempts?: number;
          changed_in?: unknown;
          changes?: number;
          next_try_at?: string;
          only_row?: boolean;
          sent_changes?: number;
          sent_publication?: string | null;
        };
        Relationships: [];
      };
      stripe_events: {
        Row: {
          api_version: string | null;
          created_at: string;
          id: string;
          livemode: boolean;
          object_id: string | null;
          received_at: string;
          type: string;
        };
        Insert: {
          api_version?: string | null;
          created_at: string;
          id: string;
          livemode: boolean;
          object_id?: string | null;
          received_at?: string;
          type: string;
        };
        Update: {
          api_version?: string | null;
          created_at?: string;
          id?: string;
          livemode?: boolean;
          object_id?: string | null;
          received_at?: string;
          type?: string;
        };
        Relationships: [];
      };
      stripe_reconciliations: {
        Row: {
          complete_until: string | null;
          current_run: Json | null;
          finished_at: string | null;
          is_demo: boolean;
          last_miss_found_at: string | null;
          refused: string[];
        };
        Insert: {
          complete_until?: string | null;
          current_run?: Json | null;
          finished_at?: string | null;
          is_demo: boolean;
          last_miss_found_at?: string | null;
          refused?: string[];
        };
        Update: {
          complete_until?: string | null;
          current_run?: Json | null;
          finished_at?: string | null;
          is_demo?: boolean;
          last_miss_found_at?: string | null;
          refused?: string[];
        };
        Relationships: [];
      };
      subscriptions: {
        Row: {
          amount: number;
          attempt_id: string | null;
          cancel_reason: string | null;
          cancel_requested_at: string | null;
          canceled_at: string | null;
          canceled_by: string | null;
          cancels_at: string | null;
          created_at: string;
          currency: string;
          current_period_end: string | null;
          donor_id: string;
          email: string;
          fee_covered: number;
          first_name: string;
          id: string;
          in_honor_of: string | null;
          is_anonymous: boolean;
          is_demo: boolean;
          is_memorial: boolean;
          last_name: string;
          reported_at: string | null;
          source: string | null;
          status: string;
          stripe_customer_id: string | null;
          stripe_subscription_id: string | null;
          updated_at: string;
        };
        Insert: {
          amount: number;
          attempt_id?: string | null;
          cancel_reason?: string | null;
          cancel_requested_at?: string | null;
          canceled_at?: string | null;
          canceled_by?: string | null;
          cancels_at?: string | null;
          created_at?: string;
          currency?: string;
          current_period_end?: string | null;
          donor_id: string;
          email: string;
          fee_covered?: number;
          first_name: string;
          id?: string;
          in_honor_of?: string | null;
          is_anonymous?: boolean;
          is_demo?: boolean;
          is_memorial?: boolean;
          last_name: string;
          reported_at?: string | null;
          source?: string | null;
          status?: string;
          stripe_customer_id?: string | null;
          stripe_subscription_id?: string | null;
          updated_at?: string;
        };
        Update: {
          amount?: number;
          attempt_id?: string | null;
          cancel_reason?: string | null;
          cancel_requested_at?: string | null;
          canceled_at?: string | null;
          canceled_by?: string | null;
          cancels_at?: string | null;
          created_at?: string;
          currency?: string;
          current_period_end?: string | null;
          donor_id?: string;
          email?: string;
          fee_covered?: number;
          first_name?: string;
          id?: string;
          in_honor_of?: string | null;
          is_anonymous?: boolean;
          is_demo?: boolean;
          is_memorial?: boolean;
          last_name?: string;
          reported_at?: string | null;
          source?: string | null;
          status?: string;
          stripe_customer_id?: string | null;
          stripe_subscription_id?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "subscriptions_donor_id_fkey";
            columns: ["donor_id"];
            isOneToOne: false;
            referencedRelation: "donors";
            referencedColumns: ["id"];
          },
        ];
      };
      team_members: {
        Row: {
          created_at: string;
          id: string;
          image_alt: string | null;
          image_url: string | null;
          is_active: boolean;
          is_board_member: boolean;
          name: string;
          order: number;
          role: string;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          is_active?: boolean;
          is_board_member?: boolean;
          name: string;
          order?: number;
          role: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          is_active?: boolean;
          is_board_member?: boolean;
          name?: string;
          order?: number;
          role?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      testimonials: {
        Row: {
          content: string;
          created_at: string;
          id: string;
          image_alt: string | null;
          image_url: string | null;
          is_active: boolean;
          name: string;
          rating: number;
          search_text: string;
          title: string;
          updated_at: string;
        };
        Insert: {
          content: string;
          created_at?: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          is_active?: boolean;
          name: string;
          rating?: number;
          search_text?: never;
          title: string;
          updated_at?: string;
        };
        Update: {
          content?: string;
          created_at?: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          is_active?: boolean;
          name?: string;
          rating?: number;
          search_text?: never;
          title?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      tributes: {
        Row: {
          created_at: string;
          donation_id: string;
          email_id: string | null;
          id: string;
          left_at: string | null;
          mailbox: string | null;
          message: string;
          recipient_address: string | null;
          recipient_email: string | null;
          recipient_name: string;
          send_on: string;
          status: string;
          stop_reason: string | null;
          stop_token: string;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          donation_id: string;
          email_id?: string | null;
          id?: string;
          left_at?: string | null;
          mailbox?: never;
          message?: string;
          recipient_address?: string | null;
          recipient_email?: string | null;
          recipient_name: string;
          send_on: string;
          status?: string;
          stop_reason?: string | null;
          stop_token?: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          donation_id?: string;
          email_id?: string | null;
          id?: string;
          left_at?: string | null;
          mailbox?: never;
          message?: string;
          recipient_address?: string | null;
          recipient_email?: string | null;
          recipient_name?: string;
          send_on?: string;
          status?: string;
          stop_reason?: string | null;
          stop_token?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "tributes_donation_id_fkey";
            columns: ["donation_id"];
            isOneToOne: true;
            referencedRelation: "donations";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "tributes_email_id_fkey";
            columns: ["email_id"];
            isOneToOne: true;
            referencedRelation: "email_outbox";
            referencedColumns: ["id"];
          },
        ];
      };
      users: {
        Row: {
          areas: string[] | null;
          areas_changed_at: string | null;
          created_at: string;
          id: string;
          updated_at: string;
          user_type: string;
          username: string;
        };
        Insert: {
          areas?: string[] | null;
          areas_changed_at?: string | null;
          created_at?: string;
          id: string;
          updated_at?: string;
          user_type?: string;
          username: string;
        };
        Update: {
          areas?: string[] | null;
          areas_changed_at?: string | null;
          created_at?: string;
          id?: string;
          updated_at?: string;
          user_type?: string;
          username?: string;
        };
        Relationships: [];
      };
      volunteer_accounts: {
        Row: {
          activated_at: string | null;
          created_at: string;
          email: string;
          first_name: string;
          id: string;
          is_active: boolean;
          last_login_at: string | null;
          last_name: string;
          merged_into_id: string | null;
          search_text: string;
        };
        Insert: {
          activated_at?: string | null;
          created_at?: string;
          email: string;
          first_name: string;
          id: string;
          is_active?: boolean;
          last_login_at?: string | null;
          last_name: string;
          merged_into_id?: string | null;
          search_text?: never;
        };
        Update: {
          activated_at?: string | null;
          created_at?: string;
          email?: string;
          first_name?: string;
          id?: string;
          is_active?: boolean;
          last_login_at?: string | null;
          last_name?: string;
          merged_into_id?: string | null;
          search_text?: never;
        };
        Relationships: [
          {
            foreignKeyName: "volunteer_accounts_merged_into_id_fkey";
            columns: ["merged_into_id"];
            isOneToOne: false;
            referencedRelation: "volunteer_accounts";
            referencedColumns: ["id"];
          },
        ];
      };
      volunteer_applications: {
        Row: {
          availability: string;
          city: string | null;
          closed_by: string | null;
          created_at: string;
          email: string;
          emptied_at: string | null;
          first_name: string;
          id: string;
          interests: string | null;
          is_entered: boolean;
          last_name: string;
          phone: string;
          review_notes: string | null;
          reviewed_at: string | null;
          reviewed_by: string | null;
          search_text: string;
          state: string | null;
          status: string;
          user_id: string | null;
          zip_code: string;
        };
        Insert: {
          availability: string;
          city?: string | null;
          closed_by?: string | null;
          created_at?: string;
          email: string;
          emptied_at?: string | null;
          first_name: string;
          id?: string;
          interests?: string | null;
          is_entered?: boolean;
          last_name: string;
          phone?: string;
          review_notes?: string | null;
          reviewed_at?: string | null;
          reviewed_by?: string | null;
          search_text?: never;
          state?: string | null;
          status?: string;
          user_id?: string | null;
          zip_code?: string;
        };
        Update: {
          availability?: string;
          city?: string | null;
          closed_by?: string | null;
          created_at?: string;
          email?: string;
          emptied_at?: string | null;
          first_name?: string;
          id?: string;
          interests?: string | null;
          is_entered?: boolean;
          last_name?: string;
          phone?: string;
          review_notes?: string | null;
          reviewed_at?: string | null;
          reviewed_by?: string | null;
          search_text?: never;
          state?: string | null;
          status?: string;
          user_id?: string | null;
          zip_code?: string;
        };
        Relationships: [
          {
            foreignKeyName: "volunteer_applications_closed_by_fkey";
            columns: ["closed_by"];
            isOneToOne: false;
            referencedRelation: "volunteer_applications";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "volunteer_applications_reviewed_by_fkey";
            columns: ["reviewed_by"];
            isOneToOne: false;
            referencedRelation: "users";
            referencedColumns: ["id"];
          },
        ];
      };
      volunteer_event_registrations: {
        Row: {
          attendance: string;
          confirmed_at: string | null;
          confirmed_by: string | null;
          event_id: string;
          id: string;
          registered_at: string;
          volunteer_id: string;
        };
        Insert: {
          attendance?: string;
          confirmed_at?: string | null;
          confirmed_by?: string | null;
          event_id: string;
          id?: string;
          registered_at?: string;
          volunteer_id?: string;
        };
        Update: {
          attendance?: string;
          confirmed_at?: string | null;
          confirmed_by?: string | null;
          event_id?: string;
          id?: string;
          registered_at?: string;
          volunteer_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "volunteer_event_registrations_confirmed_by_fkey";
            columns: ["confirmed_by"];
            isOneToOne: false;
            referencedRelation: "users";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "volunteer_event_registrations_event_id_fkey";
            columns: ["event_id"];
            isOneToOne: false;
            referencedRelation: "events";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "volunteer_event_registrations_volunteer_id_fkey";
            columns: ["volunteer_id"];
            isOneToOne: false;
            referencedRelation: "volunteer_accounts";
            referencedColumns: ["id"];
          },
        ];
      };
      volunteer_highlights: {
        Row: {
          created_at: string;
          id: string;
          image_alt: string | null;
          image_url: string | null;
          is_published: boolean;
          message: string;
          search_text: string;
          title: string;
          updated_at: string;
          volunteer_id: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          is_published?: boolean;
          message: string;
          search_text?: never;
          title: string;
          updated_at?: string;
          volunteer_id?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          is_published?: boolean;
          message?: string;
          search_text?: never;
          title?: string;
          updated_at?: string;
          volunteer_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "volunteer_highlights_volunteer_id_fkey";
            columns: ["volunteer_id"];
            isOneToOne: false;
            referencedRelation: "volunteer_accounts";
            referencedColumns: ["id"];
          },
        ];
      };
      volunteer_merge_moves: {
        Row: {
          event_id: string | null;
          is_set_aside: boolean;
          merge_id: string;
          row_before: NonNullable<Json>;
          row_key: string;
          table_name: string;
        };
        Insert: {
          event_id?: string | null;
          is_set_aside: boolean;
          merge_id: string;
          row_before: NonNullable<Json>;
          row_key: string;
          table_name: string;
        };
        Update: {
          event_id?: string | null;
          is_set_aside?: boolean;
          merge_id?: string;
          row_before?: NonNullable<Json>;
          row_key?: string;
          table_name?: string;
        };
        Relationships: [
          {
            foreignKeyName: "volunteer_merge_moves_merge_id_fkey";
            columns: ["merge_id"];
            isOneToOne: false;
            referencedRelation: "volunteer_merges";
            referencedColumns: ["id"];
          },
        ];
      };
      volunteer_merges: {
        Row: {
          choices: NonNullable<Json>;
          closed_account_id: string | null;
          erased_at: string | null;
          id: string;
          kept_after: Json | null;
          kept_before: Json | null;
          kept_id: string;
          merged_at: string;
          merged_by: string;
          merged_email: string | null;
          merged_id: string;
          merged_name: string | null;
          moved_account_id: string | null;
          registration_count: number;
          undo_until: string;
          undone_at: string | null;
          undone_by: string | null;
          was_account_active: boolean | null;
        };
        Insert: {
          choices: NonNullable<Json>;
          closed_account_id?: string | null;
          erased_at?: string | null;
          id?: string;
          kept_after?: Json | null;
          kept_before?: Json | null;
          kept_id: string;
          merged_at?: string;
          merged_by: string;
          merged_email?: string | null;
          merged_id: string;
          merged_name?: string | null;
          moved_account_id?: string | null;
          registration_count: number;
          undo_until?: string;
          undone_at?: string | null;
          undone_by?: string | null;
          was_account_active?: boolean | null;
        };
        Update: {
          choices?: NonNullable<Json>;
          closed_account_id?: string | null;
          erased_at?: string | null;
          id?: string;
          kept_after?: Json | null;
          kept_before?: Json | null;
          kept_id?: string;
          merged_at?: string;
          merged_by?: string;
          merged_email?: string | null;
          merged_id?: string;
          merged_name?: string | null;
          moved_account_id?: string | null;
          registration_count?: number;
          undo_until?: string;
          undone_at?: string | null;
          undone_by?: string | null;
          was_account_active?: boolean | null;
        };
        Relationships: [
          {
            foreignKeyName: "volunteer_merges_closed_account_id_fkey";
            columns: ["closed_account_id"];
            isOneToOne: false;
            referencedRelation: "volunteer_accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "volunteer_merges_kept_id_fkey";
            columns: ["kept_id"];
            isOneToOne: false;
            referencedRelation: "volunteers";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "volunteer_merges_merged_id_fkey";
            columns: ["merged_id"];
            isOneToOne: false;
            referencedRelation: "volunteers";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "volunteer_merges_moved_account_id_fkey";
            columns: ["moved_account_id"];
            isOneToOne: false;
            referencedRelation: "volunteer_accounts";
            referencedColumns: ["id"];
          },
        ];
      };
      volunteer_qualifications: {
        Row: {
          completed_on: string;
          created_at: string;
          expires_on: string | null;
          id: string;
          kind: string;
          label: string | null;
          updated_at: string;
          volunteer_id: string;
        };
        Insert: {
          completed_on: string;
          created_at?: string;
          expires_on?: string | null;
          id?: string;
          kind: string;
          label?: string | null;
          updated_at?: string;
          volunteer_id: string;
        };
        Update: {
          completed_on?: string;
          created_at?: string;
          expires_on?: string | null;
          id?: string;
          kind?: string;
          label?: string | null;
          updated_at?: string;
          volunteer_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "volunteer_qualifications_volunteer_id_fkey";
            columns: ["volunteer_id"];
            isOneToOne: false;
            referencedRelation: "volunteers";
            referencedColumns: ["id"];
          },
        ];
      };
      volunteer_shifts: {
        Row: {
          created_at: string;
          date: string;
          description: string | null;
          end_time: string;
          event_id: string;
          id: string;
          location: string;
          max_volunteers: number;
          signed_up_volunteers: number;
          start_time: string;
          status: string;
          title: string;
          volunteer_id: string | null;
        };
        Insert: {
          created_at?: string;
          date: string;
          description?: string | null;
          end_time: string;
          event_id: string;
          id?: string;
          location: string;
          max_volunteers: number;
          signed_up_volunteers?: number;
          start_time: string;
          status?: string;
          title: string;
          volunteer_id?: string | null;
        };
        Update: {
          created_at?: string;
          date?: string;
          description?: string | null;
          end_time?: string;
          event_id?: string;
          id?: string;
          location?: string;
          max_volunteers?: number;
          signed_up_volunteers?: number;
          start_time?: string;
          status?: string;
          title?: string;
          volunteer_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "volunteer_shifts_event_id_fkey";
            columns: ["event_id"];
            isOneToOne: true;
            referencedRelation: "events";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "volunteer_shifts_volunteer_id_fkey";
            columns: ["volunteer_id"];
            isOneToOne: false;
            referencedRelation: "volunteer_accounts";
            referencedColumns: ["id"];
          },
        ];
      };
      volunteers: {
        Row: {
          account_id: string | null;
          availability: string | null;
          city: string | null;
          created_at: string;
          email: string;
          emergency_contact_name: string | null;
          emergency_contact_phone: string | null;
          former_emails: NonNullable<Json>;
          id: string;
          import_id: string | null;
          interests: string | null;
          is_active: boolean;
          merged_into_id: string | null;
          name: string;
          notes: string | null;
          opening_hours: number;
          packages_helped: number;
          phone: string | null;
          search_text: string;
          state: string | null;
          tags: NonNullable<Json>;
          total_hours: number;
          updated_at: string;
          wants_news: boolean;
          zip_code: string | null;
        };
        Insert: {
          account_id?: string | null;
          availability?: string | null;
          city?: string | null;
          created_at?: string;
          email: string;
          emergency_contact_name?: string | null;
          emergency_contact_phone?: string | null;
          former_emails?: NonNullable<Json>;
          id?: string;
          import_id?: string | null;
          interests?: string | null;
          is_active?: boolean;
          merged_into_id?: string | null;
          name: string;
          notes?: string | null;
          opening_hours?: number;
          packages_helped?: number;
          phone?: string | null;
          search_text?: never;
          state?: string | null;
          tags?: NonNullable<Json>;
          total_hours?: number;
          updated_at?: string;
          wants_news?: boolean;
          zip_code?: string | null;
        };
        Update: {
          account_id?: string | null;
          availability?: string | null;
          city?: string | null;
          created_at?: string;
          email?: string;
          emergency_contact_name?: string | null;
          emergency_contact_phone?: string | null;
          former_emails?: NonNullable<Json>;
          id?: string;
          import_id?: string | null;
          interests?: string | null;
          is_active?: boolean;
          merged_into_id?: string | null;
          name?: string;
          notes?: string | null;
          opening_hours?: number;
          packages_helped?: number;
          phone?: string | null;
          search_text?: never;
          state?: string | null;
          tags?: NonNullable<Json>;
          total_hours?: number;
          updated_at?: string;
          wants_news?: boolean;
          zip_code?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "volunteers_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: true;
            referencedRelation: "volunteer_accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "volunteers_import_id_fkey";
            columns: ["import_id"];
            isOneToOne: false;
            referencedRelation: "imports";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "volunteers_merged_into_id_fkey";
            columns: ["merged_into_id"];
            isOneToOne: false;
            referencedRelation: "volunteers";
            referencedColumns: ["id"];
          },
        ];
      };
    };
    Views: {
      about_header: {
        Row: {
          content: string | null;
          header: string | null;
          id: string | null;
          image_url: string | null;
          section: string | null;
          updated_at: string | null;
        };
        Insert: {
          content?: string | null;
          header?: string | null;
          id?: string | null;
          image_url?: string | null;
          section?: string | null;
          updated_at?: string | null;
        };
        Update: {
          content?: string | null;
          header?: string | null;
          id?: string | null;
          image_url?: string | null;
          section?: string | null;
          updated_at?: string | null;
        };
        Relationships: [];
      };
    };
    Functions: {
      [_ in never]: never;
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals;
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals;
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals;
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals;
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals;
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {},
  },
} as const;
