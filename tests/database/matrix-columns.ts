/**
 * The columns of every table and view of schema public, and what the API roles may do with each.
 * They are granted column by column, so that system columns (xmin, xmax, ctid, tableoid…) are never
 * readable: a row lock leaves the number of its transaction in xmax, and would reveal the author of
 * anonymous acts. matrix.test.ts compares this with the database; a table, view or column without
 * an entry fails, and so does a table grant.
 */
export interface ColumnRules {
  /** Columns in the table's order. */
  all: string;
  /** Roles with SELECT on all columns; matrix.ts says which rows they see. */
  readers: 'everybody' | 'signed in' | 'nobody';
  /** Columns that these roles do not select: phones get them by a procedure, each side its own. */
  unread?: string;
  /** Columns that signed-in people may name in an INSERT. Visitors insert nowhere. */
  insert?: string;
  /** Columns that signed-in people may name in an UPDATE. Visitors update nowhere. */
  update?: string;
}

export const COLUMNS: Record<string, ColumnRules> = {
  cities: {
    all: 'id name active _xid _deleted is_closed',
    readers: 'everybody',
    insert: 'id name active',
    update: 'name active _deleted',
  },
  dance_styles: {
    all: 'id name active _xid _deleted',
    readers: 'everybody',
    insert: 'id name active',
    update: 'name active _deleted',
  },
  teacher_listings: {
    all: 'id name folded_name rank city_id style_ids profile_image_url whatsapp bio experience neighborhood instagram modalidades_aula slug is_featured is_highlighted rating_average rating_count five_stars four_stars three_stars two_stars one_star approved_at story music _xid _deleted availability videos photos reply_hours reply_tenths lessons_given checks lesson_places levels dance_roles accepts_couples is_accessible',
    readers: 'everybody',
  },
  content_items: {
    all: 'id kind slug sort_key data updated_at _xid _deleted',
    readers: 'everybody',
  },
  share_pictures: { all: 'id version made_at', readers: 'everybody' },
  blog_categories: {
    all: 'id name slug position created_at updated_at',
    readers: 'signed in',
    insert: 'id name slug position',
    update: 'name slug position',
  },
  blog_posts: {
    all: 'id title slug category_id excerpt cover_url cover_alt body author_name status published_at reading_minutes is_listed created_at updated_at',
    readers: 'signed in',
    insert: 'id title slug category_id excerpt cover_url cover_alt body author_name status published_at',
    update: 'title slug category_id excerpt cover_url cover_alt body author_name status published_at',
  },
  dance_steps: {
    all: 'id name dance_style_id level description video_url position is_published created_at updated_at',
    readers: 'signed in',
    insert: 'id name dance_style_id level description video_url position is_published',
    update: 'name dance_style_id level description video_url position is_published',
  },
  events: {
    all: 'id title slug kind dance_style_ids city_id venue starts_at ends_at price url description organiser is_published created_at updated_at is_demo weekly weekly_until off_dates confirmed_at',
    readers: 'signed in',
    insert:
      'id title slug kind dance_style_ids city_id venue starts_at ends_at price url description organiser is_published weekly weekly_until off_dates',
    update:
      'id title slug kind dance_style_ids city_id venue starts_at ends_at price url description organiser is_published weekly weekly_until off_dates',
  },
  event_proposals: {
    all: 'event_id person_id state reason sent_at decided_at reminded_at',
    readers: 'nobody',
  },
  partner_requests: {
    all: 'id person_id event_id day dance_style_id city_id role level created_at expires_at found_at ended_at',
    readers: 'nobody',
  },
  partner_answers: {
    all: 'id request_id person_id state created_at',
    readers: 'nobody',
  },
  event_goings: {
    all: 'id person_id event_id day is_on changed_at',
    readers: 'nobody',
  },
  posts: {
    all: 'id author_id text city_id dance_style_id created_at is_listed removed_at removed_by removal_reason is_older',
    readers: 'signed in',
  },
  user_profiles: {
    all: 'id name email role whatsapp city_id profile_image_url created_at updated_at removed_at is_demo muted_notifications adult_stated_at',
    readers: 'everybody',
    insert: 'id name email role whatsapp city_id profile_image_url',
    update: 'name email role whatsapp city_id profile_image_url',
  },
  students: {
    all: 'id created_at is_public slug bio interests dancing_since experience favourite_songs instagram hidden_at',
    readers: 'everybody',
    insert: 'id',
  },
  teachers: {
    all: 'id bio experience neighborhood instagram modalidades_aula is_active is_paused is_featured approved_at slug created_at updated_at story music availability videos photos checks lesson_places levels dance_roles accepts_couples is_accessible preview_token',
    readers: 'everybody',
    unread: 'preview_token',
    insert:
      'id bio experience neighborhood instagram modalidades_aula is_active is_paused is_featured approved_at slug availability videos photos lesson_places levels dance_roles accepts_couples is_accessible',
    update:
      'bio experience neighborhood instagram modalidades_aula is_active is_paused is_featured approved_at slug availability videos photos lesson_places levels dance_roles accepts_couples is_accessible',
  },
  student_dance_styles: {
    all: 'student_id dance_style_id',
    readers: 'everybody',
    insert: 'student_id dance_style_id',
  },
  teacher_dance_styles: {
    all: 'teacher_id dance_style_id position',
    readers: 'everybody',
    insert: 'teacher_id dance_style_id',
  },
  user_evaluation_stats: {
    all: 'user_id average_rating total_evaluations five_stars four_stars three_stars two_stars one_star last_evaluation_date',
    readers: 'everybody',
  },
  supporter_tiers: {
    all: 'id user_id email tier amount is_active created_at updated_at display_name is_listed',
    readers: 'everybody',
    insert: 'id user_id email tier amount is_active display_name is_listed',
    update: 'id user_id email tier amount is_active display_name is_listed',
  },
  public_supporters: {
    all: 'id name profile_image_url tier teacher_id since',
    readers: 'everybody',
  },
  supporter_tier_definitions: {
    all: 'tier id position name amount benefit benefit_title benefit_text',
    readers: 'everybody',
  },
  sponsor_tier_definitions: {
    all: 'tier id position name amount slots sold benefit_title benefit_text',
    readers: 'everybody',
  },
  sponsors: {
    all: 'id name tier tagline url logo_url is_active display_order created_at updated_at',
    readers: 'everybody',
    insert: 'id name tier tagline url logo_url is_active display_order',
    update: 'id name tier tagline url logo_url is_active display_order',
  },
  support_sync_logs: {
    all: 'id sync_type email status message api_response created_at',
    readers: 'signed in',
    insert: 'id sync_type email status message api_response',
  },
  app_settings: {
    all: 'key value is_public description updated_at',
    readers: 'everybody',
    insert: 'key value is_public description',
    update: 'key value is_public description',
  },
  terms_and_policies: {
    all: 'id type version active title published_at',
    readers: 'everybody',
  },
  user_acceptances: {
    all: 'user_id terms_id accepted_at',
    readers: 'signed in',
  },
  notifications: {
    all: 'id user_id kind title body url read_at created_at _xid _deleted',
    readers: 'signed in',
  },
  pwa_subscriptions: {
    all: 'id user_id fcm_token endpoint p256dh_key auth_key user_agent is_active token_source last_validated_at validation_failures token_expires_at created_at updated_at release_hash',
    readers: 'signed in',
    insert: 'user_id fcm_token endpoint p256dh_key auth_key user_agent is_active token_source release_hash',
    update: 'user_id fcm_token endpoint p256dh_key auth_key user_agent is_active token_source release_hash',
  },
  push_queue: {
    all: 'notification_id user_id due_at next_at lease attempts finished_at outcome zone expires_at',
    readers: 'nobody',
  },
  push_deliveries: {
    all: 'notification_id subscription_id token_hash lease outcome reason failures updated_at',
    readers: 'nobody',
  },
  profile_versions: {
    all: 'id changes _xid _deleted',
    readers: 'nobody',
  },
  student_leads: {
    all: 'id user_id nome cidade estilo_danca objetivos professor_encontrado ai_analysis_data model_asked_at created_at',
    readers: 'nobody',
  },
  lesson_requests: {
    all: 'id student_id teacher_id dance_style_id status preferred_days preferred_times message reason request_date answered_at cancelled_at cancelled_by ended_at ended_by wish_id nudged_at unanswered_at is_withdrawn guardian_terms guardian_terms_at',
    readers: 'signed in',
    unread: 'wish_id nudged_at unanswered_at is_withdrawn guardian_terms guardian_terms_at',
  },
  lesson_request_versions: {
    all: 'id person_id changes _xid _deleted',
    readers: 'nobody',
  },
  lessons: {
    all: 'id request_id series_id series_index status agreed_at starts_local zone starts_at minutes place price_cents proposed_last student_outcome teacher_outcome called_off_by created_at held_at called_off_at',
    readers: 'nobody',
  },
  lesson_proposals: {
    all: 'lesson_id side id starts_local zone starts_at minutes place price_cents proposed_at',
    readers: 'nobody',
  },
  lesson_versions: {
    all: 'id person_id changes _xid _deleted',
    readers: 'nobody',
  },
  payment_keys: {
    all: 'id pix_key pix_name',
    readers: 'nobody',
  },
  payment_key_versions: {
    all: 'id person_id changes _xid _deleted',
    readers: 'nobody',
  },
  lesson_texts: {
    all: 'id lesson_id part author_id text written_at counts',
    readers: 'nobody',
  },
  homework_ticks: {
    all: 'lesson_id student_id homework_id done_at',
    readers: 'nobody',
  },
  step_marks: {
    all: 'id person_id step state marked_at',
    readers: 'nobody',
  },
  step_reviews: {
    all: 'id person_id step rating reviewed_at',
    readers: 'nobody',
  },
  notebook_versions: {
    all: 'id person_id kind changes _xid _deleted',
    readers: 'nobody',
  },
  lesson_evaluations: {
    all: 'id lesson_request_id evaluator_id evaluated_id rating comment is_anonymous created_at updated_at public_id _xid _deleted public_rating public_comment hidden_at reply replied_at first_rating rewritten edited_at lessons_held reply_hidden_at reply_written_at',
    readers: 'signed in',
    insert: 'id lesson_request_id evaluator_id evaluated_id rating comment is_anonymous',
    update: 'rating comment is_anonymous',
  },
  public_evaluations: {
    all: 'id evaluated_id rating comment is_anonymous author_name author_image_url lesson_request_id month reply edited_month first_rating lessons reply_until reply_hidden reply_is_earlier',
    readers: 'everybody',
  },
  pending_evaluations: {
    all: 'lesson_request_id evaluator_id evaluated_id evaluated_name evaluated_image_url dance_style_id style request_date invited_at',
    readers: 'everybody',
  },
  teacher_alerts: {
    all: 'id user_id style_id city_id neighborhood area is_on expires_at changed_at _xid _deleted',
    readers: 'nobody',
  },
  favourites: {
    all: 'id user_id teacher_id is_on wished_at _xid _deleted',
    readers: 'nobody',
  },
  blocks: {
    all: 'id user_id person_id is_on name wished_at _xid _deleted',
    readers: 'nobody',
  },
  reports: {
    all: 'id reporter_id what target_id reason details created_at updated_at status decided_at subject is_urgent is_set_aside told_at attention',
    readers: 'signed in',
  },
  report_decisions: {
    all: 'id what target_id person_id decision reason former decided_by decided_at report_id',
    readers: 'signed in',
  },
  teacher_checks: {
    all: 'id teacher_id kind outcome checked_at recorded_at expires_on note checked_by revoked_at revoked_by revoke_reason told_at ended_at renamed_at checked_name',
    readers: 'signed in',
  },
  report_letters: {
    all: 'id report_id recipient person_id text written_by written_at',
    readers: 'signed in',
  },
  teacher_reviews: {
    all: 'id teacher_id outcome checked message checked_by checked_at adjusted_at',
    readers: 'signed in',
  },
  audit_log: {
    all: 'id at actor_id action table_name row_id before after personal words',
    readers: 'signed in',
  },
  bulk_notifications: {
    all: 'id title body url role city_id dance_style_id state total sent gone created_by created_at stopped_at finished_at',
    readers: 'nobody',
  },
  bulk_notification_recipients: {
    all: 'bulk_id person_id state notification_id sent_at',
    readers: 'nobody',
  },
  command_log: {
    all: 'id user_id kind payload_hash result created_at',
    readers: 'nobody',
  },
};
