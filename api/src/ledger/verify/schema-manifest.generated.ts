/** Written by `UPDATE_SCHEMA=1 npm test -- schema-manifest` from a migrated database (AUD-82). */
export const SCHEMA_MANIFEST = String.raw`
migration | Ledger1763600000000 | recorded
migration | UsersAuthMail1763600100000 | recorded
migration | Onboarding1763600200000 | recorded
migration | Documents1763600300000 | recorded
migration | Notifications1763600400000 | recorded
migration | Chat1763600500000 | recorded
migration | SessionLabels1763600600000 | recorded
migration | MailFromLedger1763600800000 | recorded
migration | AdminPeople1763600900000 | recorded
migration | AdminLists1763601000000 | recorded
migration | EventHistory1763601100000 | recorded
migration | Proofs1763601200000 | recorded
migration | Operations1763601600000 | recorded
migration | KeysByTime1763601700000 | recorded
migration | QuietMaintenance1763601800000 | recorded
migration | RowTypes1763601900000 | recorded
migration | Registrations1763602000000 | recorded
migration | ReleasedClaims1763602100000 | recorded
migration | CustomerCancellations1763602200000 | recorded
migration | PendingCommands1763602300000 | recorded
migration | StagedTexts1763602400000 | recorded
migration | WaitingConversations1763602600000 | recorded
migration | SavedFilters1763602610000 | recorded
migration | RequestKeys1763602700000 | recorded
migration | BatchSignatures1763602800000 | recorded
migration | Evidence1763602810000 | recorded
migration | LogFence1763602900000 | recorded
migration | QuarantinedAccounts1763603000000 | recorded
migration | DecidedRows1763603300000 | recorded
migration | SecondFactors1763603400000 | recorded
migration | FrozenUsers1763603410000 | recorded
migration | ApprovalProposals1763603500000 | recorded
migration | SignInAlerts1763603600000 | recorded
migration | FrozenAccounts1763603610000 | recorded
migration | AccessLog1763603620000 | recorded
migration | ComparedCopies1763603900000 | recorded
migration | AccountStatusEvents1763604000000 | recorded
migration | PeopleInAccessLog1763604100000 | recorded
migration | OutboxBacklog1763604200000 | recorded
migration | BoundRows1763604310000 | recorded
migration | LateTransactions1763604320000 | recorded
migration | CredentialGate1763604400000 | recorded
migration | SupportTexts1763604500000 | recorded
migration | IdentityDigests1763604800000 | recorded
migration | SchemaManifest1763604810000 | recorded
migration | CheckedRecords1763604820000 | recorded
migration | EmailKeys1763604840000 | recorded
migration | SearchKeys1763604841000 | recorded
migration | OpenTransactions1763604850000 | recorded
migration | DocumentPages1763604860000 | recorded
migration | KycDocuments1763604870000 | recorded
migration | CustomerPairs1763604880000 | recorded
migration | Recipients1763604900000 | recorded
migration | PreparedTransactions1763605000000 | recorded
migration | CustomerReasons1763606000000 | recorded
migration | CustomerCategories1763606100000 | recorded
migration | FindableUsers1763607000000 | recorded
migration | MoneyRequests1763607100000 | recorded
migration | TransferPlans1763608000000 | recorded
migration | PlanRecipients1763609000000 | recorded
migration | BlockIds1763609100000 | recorded
migration | SharedPurposes1763609200000 | recorded
migration | ReadRequests1763609300000 | recorded
column | access_log.action | text collate "C" not null
column | access_log.actor | text collate "C" not null
column | access_log.correlation_id | text collate "C" not null
column | access_log.count | bigint
column | access_log.details | text not null
column | access_log.hash | bytea not null
column | access_log.position | bigint not null
column | access_log.recorded_at | timestamp(3) with time zone not null
column | access_log.subject | uuid
column | access_log_head.hash | bytea not null
column | access_log_head.id | boolean not null default true
column | access_log_head.position | bigint not null
column | access_log_head.recorded_at | timestamp(3) with time zone not null
column | account_request.account_number | text
column | account_request.account_type | text not null
column | account_request.admin_notes | text
column | account_request.approved_at | timestamp(3) with time zone
column | account_request.created_at | timestamp(3) with time zone not null
column | account_request.decided_at | timestamp(3) with time zone
column | account_request.decided_by | uuid
column | account_request.id | uuid not null
column | account_request.number_salt | text
column | account_request.revision | integer not null default 1
column | account_request.routing_number | text
column | account_request.status | text not null
column | account_request.status_message | text
column | account_request.user_id | uuid not null
column | admin_role_change.actor_id | uuid
column | admin_role_change.changed_at | timestamp(3) with time zone not null
column | admin_role_change.id | uuid not null
column | admin_role_change.is_recorded | boolean not null
column | admin_role_change.kind | text not null
column | admin_role_change.reason | text
column | admin_role_change.role | text not null
column | admin_role_change.salt | text
column | admin_role_change.user_id | uuid not null
column | app_user.admin_role | text
column | app_user.created_at | timestamp(3) with time zone not null
column | app_user.deleted_at | timestamp(3) with time zone
column | app_user.email | text collate "C" not null
column | app_user.email_key | text collate "C"
column | app_user.first_name | text not null
column | app_user.frozen_at | timestamp(3) with time zone
column | app_user.has_signed_in | boolean not null default true
column | app_user.id | uuid not null
column | app_user.is_admin | boolean not null default false
column | app_user.is_email_verified | boolean not null default false
column | app_user.is_findable | boolean not null default true
column | app_user.is_sign_in_blocked | boolean not null default false
column | app_user.last_name | text not null
column | app_user.moniker | text collate "C" not null
column | app_user.password_hash | text not null
column | app_user.phone_number | text
column | app_user.status | text not null default 'active'::text
column | approval_proposal.action | text not null
column | approval_proposal.amount_cents | bigint not null
column | approval_proposal.closed_at | timestamp(3) with time zone
column | approval_proposal.customer_id | uuid not null
column | approval_proposal.digest | text not null
column | approval_proposal.id | uuid not null
column | approval_proposal.idempotency_key | text
column | approval_proposal.payload | text
column | approval_proposal.proposed_at | timestamp(3) with time zone not null
column | approval_proposal.proposed_by | uuid not null
column | approval_proposal.subject_id | text not null
column | attempt.blocked_until | timestamp(3) with time zone not null
column | attempt.failures | integer not null
column | attempt.key | bytea not null
column | attempt.last_at | timestamp(3) with time zone not null
column | attempt.wrong | integer not null default 0
column | authenticator_app.confirmed_at | timestamp(3) with time zone
column | authenticator_app.created_at | timestamp(3) with time zone not null
column | authenticator_app.id | uuid not null
column | authenticator_app.last_step | bigint not null
column | authenticator_app.last_used_at | timestamp(3) with time zone
column | authenticator_app.secret_ciphertext | bytea not null
column | authenticator_app.user_id | uuid not null
column | chat_conversation.last_message_at | timestamp(3) with time zone not null
column | chat_conversation.last_message_id | uuid not null
column | chat_conversation.unread_count | integer not null
column | chat_conversation.user_id | uuid not null
column | chat_conversation.waiting_since | timestamp(3) with time zone
column | chat_message.created_at | timestamp(3) with time zone not null
column | chat_message.id | uuid not null
column | chat_message.is_from_user | boolean not null
column | chat_message.message | text not null
column | chat_message.read_at | timestamp(3) with time zone
column | chat_message.salt | text
column | chat_message.user_id | uuid not null
column | code_recipient.delayed_mail_id | uuid
column | code_recipient.delayed_until | timestamp(3) with time zone
column | code_recipient.key | bytea not null
column | code_recipient.sent_count | smallint not null
column | code_recipient.sent_since | timestamp(3) with time zone not null
column | dashboard_content.changed_at | timestamp(3) with time zone not null
column | dashboard_content.salt | text
column | dashboard_content.texts | jsonb not null
column | dashboard_content.user_id | uuid not null
column | emailed_code.browser_hash | bytea not null
column | emailed_code.code_hash | bytea not null
column | emailed_code.created_at | timestamp(3) with time zone not null
column | emailed_code.expires_at | timestamp(3) with time zone not null
column | emailed_code.owner_id | uuid not null
column | emailed_code.purpose | text not null
column | emailed_code.sent_count | smallint not null
column | emailed_code.sent_since | timestamp(3) with time zone not null
column | emailed_code.tries | smallint not null
column | factor_challenge.challenge | text not null
column | factor_challenge.expires_at | timestamp(3) with time zone not null
column | factor_challenge.owner_id | uuid not null
column | factor_challenge.purpose | text not null
column | failed_sign_in.account | text collate "C" not null
column | failed_sign_in.failures | bigint not null
column | failed_sign_in.hour | timestamp(3) with time zone not null
column | identity_claim.ssn_index | bytea not null
column | identity_claim.user_id | uuid not null
column | known_browser.browser_hash | bytea not null
column | known_browser.last_seen_at | timestamp(3) with time zone not null
column | known_browser.user_id | uuid not null
column | kyc_application.account_type | text not null
column | kyc_application.admin_notes | text
column | kyc_application.city | text not null
column | kyc_application.company_name | text
column | kyc_application.created_at | timestamp(3) with time zone not null
column | kyc_application.digest_salt | text
column | kyc_application.driving_license_back | uuid
column | kyc_application.driving_license_front | uuid
column | kyc_application.ein_document | uuid
column | kyc_application.first_name | text not null
column | kyc_application.id | uuid not null
column | kyc_application.last_name | text not null
column | kyc_application.llc_document | uuid
column | kyc_application.reviewed_at | timestamp(3) with time zone
column | kyc_application.reviewed_by | uuid
column | kyc_application.revision | integer not null default 1
column | kyc_application.ssn_ciphertext | bytea not null
column | kyc_application.ssn_index | bytea
column | kyc_application.state | text not null
column | kyc_application.status | text not null
column | kyc_application.street | text not null
column | kyc_application.submitted_at | timestamp(3) with time zone not null
column | kyc_application.user_id | uuid not null
column | kyc_application.zip_code | text not null
column | kyc_document.application_id | uuid not null
column | kyc_document.kind | text not null
column | kyc_document.object_id | uuid not null
column | kyc_document.refused_object_id | uuid
column | ledger_account.account_id | uuid not null
column | ledger_account.held_cents | bigint not null
column | ledger_account.outgoing_day | date
column | ledger_account.outgoing_day_cents | bigint not null
column | ledger_account.posted_cents | bigint not null
column | ledger_account.status | text not null
column | ledger_account.version | bigint not null
column | ledger_account_row.account_id | uuid
column | ledger_account_row.held_cents | bigint
column | ledger_account_row.outgoing_day | date
column | ledger_account_row.outgoing_day_cents | bigint
column | ledger_account_row.posted_cents | bigint
column | ledger_account_row.status | text
column | ledger_account_row.version | bigint
column | ledger_batch_signature.first_position | bigint not null
column | ledger_batch_signature.key_id | text collate "C" not null
column | ledger_batch_signature.last_position | bigint not null
column | ledger_batch_signature.signature | bytea not null
column | ledger_batch_signature_row.first_position | bigint
column | ledger_batch_signature_row.key_id | text
column | ledger_batch_signature_row.last_position | bigint
column | ledger_batch_signature_row.signature | bytea
column | ledger_checkpoint.key_id | text not null
column | ledger_checkpoint.note | text not null
column | ledger_checkpoint.position | bigint not null
column | ledger_checkpoint.taken_at | timestamp(3) with time zone not null
column | ledger_checkpoint.taken_by | text not null
column | ledger_checkpoint_halt.note | text
column | ledger_checkpoint_halt.position | bigint not null
column | ledger_checkpoint_halt.problem | text not null
column | ledger_checkpoint_halt.reason | text
column | ledger_checkpoint_halt.resumed_at | timestamp(3) with time zone
column | ledger_checkpoint_halt.resumed_by | text
column | ledger_checkpoint_halt.stopped_at | timestamp(3) with time zone not null
column | ledger_entry.account_id | uuid not null
column | ledger_entry.account_version | bigint not null
column | ledger_entry.amount_cents | bigint not null
column | ledger_entry.held_after_cents | bigint not null
column | ledger_entry.hold_cents | bigint not null
column | ledger_entry.outgoing_day_after | date
column | ledger_entry.outgoing_day_cents_after | bigint
column | ledger_entry.position | bigint not null
column | ledger_entry.posted_after_cents | bigint not null
column | ledger_entry.transaction_id | uuid
column | ledger_entry_row.account_id | uuid
column | ledger_entry_row.account_version | bigint
column | ledger_entry_row.amount_cents | bigint
column | ledger_entry_row.held_after_cents | bigint
column | ledger_entry_row.hold_cents | bigint
column | ledger_entry_row.position | bigint
column | ledger_entry_row.posted_after_cents | bigint
column | ledger_entry_row.transaction_id | uuid
column | ledger_entry_row_2.account_id | uuid
column | ledger_entry_row_2.account_version | bigint
column | ledger_entry_row_2.amount_cents | bigint
column | ledger_entry_row_2.held_after_cents | bigint
column | ledger_entry_row_2.hold_cents | bigint
column | ledger_entry_row_2.outgoing_day_after | date
column | ledger_entry_row_2.outgoing_day_cents_after | bigint
column | ledger_entry_row_2.position | bigint
column | ledger_entry_row_2.posted_after_cents | bigint
column | ledger_entry_row_2.transaction_id | uuid
column | ledger_event.actor | text collate "C" not null
column | ledger_event.causation_id | text collate "C" not null
column | ledger_event.correlation_id | text collate "C" not null
column | ledger_event.hash | bytea not null
column | ledger_event.payload | text not null
column | ledger_event.payload_version | smallint not null
column | ledger_event.position | bigint not null
column | ledger_event.recorded_at | timestamp(3) with time zone not null
column | ledger_event.stream | text collate "C" not null
column | ledger_event.type | text collate "C" not null
column | ledger_event.version | bigint not null
column | ledger_event_index.account_id | uuid
column | ledger_event_index.actor | text collate "C" not null
column | ledger_event_index.actor_role | text collate "C" not null
column | ledger_event_index.correlation_id | text collate "C" not null
column | ledger_event_index.customer_id | uuid
column | ledger_event_index.position | bigint not null
column | ledger_event_index.transaction_id | uuid
column | ledger_event_index.type | text collate "C" not null
column | ledger_event_index_row.account_id | uuid
column | ledger_event_index_row.actor | text
column | ledger_event_index_row.actor_role | text
column | ledger_event_index_row.correlation_id | text
column | ledger_event_index_row.customer_id | uuid
column | ledger_event_index_row.position | bigint
column | ledger_event_index_row.transaction_id | uuid
column | ledger_event_index_row.type | text
column | ledger_event_row.actor | text
column | ledger_event_row.causation_id | text
column | ledger_event_row.correlation_id | text
column | ledger_event_row.hash | bytea
column | ledger_event_row.payload | text
column | ledger_event_row.payload_version | bigint
column | ledger_event_row.position | bigint
column | ledger_event_row.recorded_at | timestamp with time zone
column | ledger_event_row.stream | text
column | ledger_event_row.type | text
column | ledger_event_row.version | bigint
column | ledger_follower.name | text not null
column | ledger_follower.position | bigint not null
column | ledger_head.fence | bigint
column | ledger_head.hash | bytea not null
column | ledger_head.id | boolean not null default true
column | ledger_head.position | bigint not null
column | ledger_head.recorded_at | timestamp(3) with time zone not null
column | ledger_idempotency_key.actor | text collate "C" not null
column | ledger_idempotency_key.fingerprint | text not null
column | ledger_idempotency_key.first_position | bigint
column | ledger_idempotency_key.key | text collate "C" not null
column | ledger_idempotency_key.last_position | bigint
column | ledger_idempotency_key.recorded_at | timestamp(3) with time zone not null
column | ledger_idempotency_key.transaction_id | uuid
column | ledger_idempotency_key_row.actor | text
column | ledger_idempotency_key_row.fingerprint | text
column | ledger_idempotency_key_row.first_position | bigint
column | ledger_idempotency_key_row.key | text
column | ledger_idempotency_key_row.last_position | bigint
column | ledger_idempotency_key_row.recorded_at | timestamp with time zone
column | ledger_idempotency_key_row.transaction_id | uuid
column | ledger_merkle_subtree.hash | bytea not null
column | ledger_merkle_subtree.level | smallint not null
column | ledger_merkle_subtree.place | bigint not null
column | ledger_pending_command.commands | text not null
column | ledger_pending_command.id | uuid not null
column | ledger_pending_command.ordinal | bigint not null identity a
column | ledger_pending_command.recorded_at | timestamp(3) with time zone not null default clock_timestamp()
column | ledger_pending_command_row.commands | text
column | ledger_pending_command_row.id | uuid
column | ledger_pending_command_row.ordinal | bigint
column | ledger_pending_command_row.recorded_at | timestamp with time zone
column | ledger_projection.name | text not null
column | ledger_projection.position | bigint not null
column | ledger_quarantine.account_id | uuid not null
column | ledger_quarantine.entry_held_cents | bigint not null
column | ledger_quarantine.entry_posted_cents | bigint not null
column | ledger_quarantine.found_at | timestamp with time zone not null default clock_timestamp()
column | ledger_quarantine.held_cents | bigint not null
column | ledger_quarantine.position | bigint not null
column | ledger_quarantine.posted_cents | bigint not null
column | ledger_quarantine_row.account_id | uuid
column | ledger_quarantine_row.entry_held_cents | bigint
column | ledger_quarantine_row.entry_posted_cents | bigint
column | ledger_quarantine_row.found_at | timestamp with time zone
column | ledger_quarantine_row.held_cents | bigint
column | ledger_quarantine_row.position | bigint
column | ledger_quarantine_row.posted_cents | bigint
column | ledger_staged_text.hash | bytea not null
column | ledger_staged_text.position | bigint not null
column | ledger_staged_text.texts | text not null
column | ledger_staged_text_row.hash | bytea
column | ledger_staged_text_row.position | bigint
column | ledger_staged_text_row.texts | text
column | ledger_transaction.account_id | uuid not null
column | ledger_transaction.amount_cents | bigint not null
column | ledger_transaction.bank_day | date
column | ledger_transaction.category | text
column | ledger_transaction.changed_at | timestamp(3) with time zone not null
column | ledger_transaction.changed_position | bigint not null
column | ledger_transaction.created_at | timestamp(3) with time zone not null
column | ledger_transaction.created_position | bigint not null
column | ledger_transaction.customer_canceled_at | timestamp(3) with time zone
column | ledger_transaction.fee_cents | bigint not null
column | ledger_transaction.kind | text not null
column | ledger_transaction.pair_id | uuid
column | ledger_transaction.recipient_id | uuid
column | ledger_transaction.revision | integer not null
column | ledger_transaction.shown_at | timestamp(3) with time zone
column | ledger_transaction.status | text not null
column | ledger_transaction.transaction_id | uuid not null
column | ledger_transaction.visible_at | timestamp(3) with time zone
column | ledger_transaction_row.account_id | uuid
column | ledger_transaction_row.amount_cents | bigint
column | ledger_transaction_row.bank_day | date
column | ledger_transaction_row.category | text
column | ledger_transaction_row.changed_at | timestamp with time zone
column | ledger_transaction_row.changed_position | bigint
column | ledger_transaction_row.created_at | timestamp with time zone
column | ledger_transaction_row.created_position | bigint
column | ledger_transaction_row.fee_cents | bigint
column | ledger_transaction_row.kind | text
column | ledger_transaction_row.revision | bigint
column | ledger_transaction_row.shown_at | timestamp with time zone
column | ledger_transaction_row.status | text
column | ledger_transaction_row.transaction_id | uuid
column | ledger_transaction_row.visible_at | timestamp with time zone
column | ledger_transaction_row_2.account_id | uuid
column | ledger_transaction_row_2.amount_cents | bigint
column | ledger_transaction_row_2.bank_day | date
column | ledger_transaction_row_2.category | text
column | ledger_transaction_row_2.changed_at | timestamp with time zone
column | ledger_transaction_row_2.changed_position | bigint
column | ledger_transaction_row_2.created_at | timestamp with time zone
column | ledger_transaction_row_2.created_position | bigint
column | ledger_transaction_row_2.customer_canceled_at | timestamp with time zone
column | ledger_transaction_row_2.fee_cents | bigint
column | ledger_transaction_row_2.kind | text
column | ledger_transaction_row_2.revision | bigint
column | ledger_transaction_row_2.shown_at | timestamp with time zone
column | ledger_transaction_row_2.status | text
column | ledger_transaction_row_2.transaction_id | uuid
column | ledger_transaction_row_2.visible_at | timestamp with time zone
column | ledger_transaction_row_3.account_id | uuid
column | ledger_transaction_row_3.amount_cents | bigint
column | ledger_transaction_row_3.bank_day | date
column | ledger_transaction_row_3.category | text
column | ledger_transaction_row_3.changed_at | timestamp with time zone
column | ledger_transaction_row_3.changed_position | bigint
column | ledger_transaction_row_3.created_at | timestamp with time zone
column | ledger_transaction_row_3.created_position | bigint
column | ledger_transaction_row_3.customer_canceled_at | timestamp with time zone
column | ledger_transaction_row_3.fee_cents | bigint
column | ledger_transaction_row_3.kind | text
column | ledger_transaction_row_3.pair_id | uuid
column | ledger_transaction_row_3.recipient_id | uuid
column | ledger_transaction_row_3.revision | bigint
column | ledger_transaction_row_3.shown_at | timestamp with time zone
column | ledger_transaction_row_3.status | text
column | ledger_transaction_row_3.transaction_id | uuid
column | ledger_transaction_row_3.visible_at | timestamp with time zone
column | ledger_transaction_text.admin_notes | text
column | ledger_transaction_text.customer_reason | text
column | ledger_transaction_text.description | text not null
column | ledger_transaction_text.from_account | text
column | ledger_transaction_text.from_routing | text
column | ledger_transaction_text.notes_salt | text
column | ledger_transaction_text.payment_for | text
column | ledger_transaction_text.purpose | text
column | ledger_transaction_text.reason | text
column | ledger_transaction_text.recipient_account | text
column | ledger_transaction_text.recipient_name | text
column | ledger_transaction_text.recipient_routing | text
column | ledger_transaction_text.salt | text not null
column | ledger_transaction_text.to_account | text
column | ledger_transaction_text.to_routing | text
column | ledger_transaction_text.transaction_id | uuid not null
column | ledger_transaction_text_row.admin_notes | text
column | ledger_transaction_text_row.description | text
column | ledger_transaction_text_row.from_account | text
column | ledger_transaction_text_row.from_routing | text
column | ledger_transaction_text_row.notes_salt | text
column | ledger_transaction_text_row.payment_for | text
column | ledger_transaction_text_row.purpose | text
column | ledger_transaction_text_row.reason | text
column | ledger_transaction_text_row.recipient_account | text
column | ledger_transaction_text_row.recipient_name | text
column | ledger_transaction_text_row.recipient_routing | text
column | ledger_transaction_text_row.salt | text
column | ledger_transaction_text_row.to_account | text
column | ledger_transaction_text_row.to_routing | text
column | ledger_transaction_text_row.transaction_id | uuid
column | ledger_transaction_text_row_2.admin_notes | text
column | ledger_transaction_text_row_2.customer_reason | text
column | ledger_transaction_text_row_2.description | text
column | ledger_transaction_text_row_2.from_account | text
column | ledger_transaction_text_row_2.from_routing | text
column | ledger_transaction_text_row_2.notes_salt | text
column | ledger_transaction_text_row_2.payment_for | text
column | ledger_transaction_text_row_2.purpose | text
column | ledger_transaction_text_row_2.reason | text
column | ledger_transaction_text_row_2.recipient_account | text
column | ledger_transaction_text_row_2.recipient_name | text
column | ledger_transaction_text_row_2.recipient_routing | text
column | ledger_transaction_text_row_2.salt | text
column | ledger_transaction_text_row_2.to_account | text
column | ledger_transaction_text_row_2.to_routing | text
column | ledger_transaction_text_row_2.transaction_id | uuid
column | ledger_verification.counts | jsonb
column | ledger_verification.failure | text
column | ledger_verification.findings | jsonb not null default '[]'::jsonb
column | ledger_verification.findings_omitted | bigint not null default 0
column | ledger_verification.finished_at | timestamp(3) with time zone
column | ledger_verification.hash | bytea
column | ledger_verification.heartbeat_at | timestamp(3) with time zone
column | ledger_verification.id | uuid not null
column | ledger_verification.position | bigint not null default 0
column | ledger_verification.requested_at | timestamp(3) with time zone not null default now()
column | ledger_verification.requested_by | text not null
column | ledger_verification.started_at | timestamp(3) with time zone
column | ledger_verification.status | text not null
column | ledger_verification.total | bigint not null default 0
column | money_request.amount_cents | bigint not null
column | money_request.asker_id | uuid not null
column | money_request.created_at | timestamp(3) with time zone not null
column | money_request.expires_at | timestamp(3) with time zone not null
column | money_request.id | uuid not null
column | money_request.note | text not null
column | money_request.payer_id | uuid
column | money_request.status | text not null
column | money_request_block.asker_id | uuid not null
column | money_request_block.id | uuid not null default gen_random_uuid()
column | money_request_block.user_id | uuid not null
column | notification_read.requests_read_at | timestamp with time zone
column | notification_read.up_to | bigint not null
column | notification_read.user_id | uuid not null
column | otp.code_hash | bytea not null
column | otp.created_at | timestamp(3) with time zone not null
column | otp.expires_at | timestamp(3) with time zone not null
column | otp.purpose | text not null
column | otp.sent_count | smallint not null
column | otp.sent_since | timestamp(3) with time zone not null
column | otp.tries | smallint not null
column | otp.user_id | uuid not null
column | outbox.correlation_id | text
column | outbox.created_at | timestamp(3) with time zone not null
column | outbox.enqueued_at | timestamp(3) with time zone
column | outbox.failed_at | timestamp(3) with time zone
column | outbox.failure | text
column | outbox.id | uuid not null
column | outbox.not_before | timestamp(3) with time zone
column | outbox.params | jsonb not null
column | outbox.registration_id | uuid
column | outbox.secret_ciphertext | bytea
column | outbox.sent_at | timestamp(3) with time zone
column | outbox.template | text not null
column | outbox.tries | integer not null default 0
column | outbox.user_id | uuid
column | passkey.counter | bigint not null
column | passkey.created_at | timestamp(3) with time zone not null
column | passkey.credential_id | text not null
column | passkey.id | uuid not null
column | passkey.last_used_at | timestamp(3) with time zone
column | passkey.name | text not null
column | passkey.public_key | bytea not null
column | passkey.transports | text[] not null
column | passkey.user_id | uuid not null
column | pending_sign_in.expires_at | timestamp(3) with time zone not null
column | pending_sign_in.id | uuid not null
column | pending_sign_in.token_hash | bytea not null
column | pending_sign_in.user_id | uuid not null
column | recipient.account | text not null
column | recipient.category | text
column | recipient.name | text
column | recipient.removed_at | timestamp(3) with time zone
column | recipient.routing | text not null
column | recipient.user_id | uuid not null
column | recovery_code.code_hash | text not null
column | recovery_code.salt | bytea not null
column | recovery_code.user_id | uuid not null
column | registration.email | text collate "C" not null
column | registration.email_key | text collate "C"
column | registration.expires_at | timestamp(3) with time zone not null
column | registration.first_name | text not null
column | registration.id | uuid not null
column | registration.last_name | text not null
column | registration.moniker | text collate "C" not null
column | registration.password_hash | text not null
column | registration.phone_number | text
column | registration_browser.browser_hash | bytea not null
column | registration_browser.email | text collate "C" not null
column | registration_browser.registration_id | uuid not null
column | request_key.actor | text not null
column | request_key.fingerprint | text not null
column | request_key.key | text not null
column | request_key.used_at | timestamp(3) with time zone not null default clock_timestamp()
column | saved_filter.filters | jsonb not null
column | saved_filter.id | uuid not null
column | saved_filter.list | text not null
column | saved_filter.name | text not null
column | saved_filter.user_id | uuid not null
column | schema_migration.id | integer not null default nextval('public.schema_migration_id_seq'::regclass)
column | schema_migration.name | character varying not null
column | schema_migration.timestamp | bigint not null
column | session.browser_hash | bytea
column | session.created_at | timestamp(3) with time zone not null
column | session.expires_at | timestamp(3) with time zone not null
column | session.factor_at | timestamp(3) with time zone
column | session.id | uuid not null
column | session.label | text not null default 'Unknown browser'::text
column | session.last_seen_at | timestamp(3) with time zone not null
column | session.password_at | timestamp(3) with time zone
column | session.public_id | uuid not null default gen_random_uuid()
column | session.token_hash | bytea not null
column | session.user_agent | text not null default ''::text
column | session.user_id | uuid not null
column | sign_in_alert.created_at | timestamp(3) with time zone not null
column | sign_in_alert.expires_at | timestamp(3) with time zone not null
column | sign_in_alert.token_hash | bytea not null
column | sign_in_alert.user_id | uuid not null
column | stored_object.bytes | integer
column | stored_object.changed_at | timestamp(3) with time zone not null
column | stored_object.content_type | text
column | stored_object.created_at | timestamp(3) with time zone not null
column | stored_object.expires_at | timestamp(3) with time zone not null
column | stored_object.id | uuid not null
column | stored_object.original_sha256 | bytea
column | stored_object.original_type | text
column | stored_object.page_sha256 | bytea[] not null default '{}'::bytea[]
column | stored_object.sealed_with | bytea
column | stored_object.sha256 | bytea
column | stored_object.status | text not null
column | stored_object.used_at | timestamp(3) with time zone
column | stored_object.user_id | uuid not null
column | transaction_category.category | text not null
column | transaction_category.changed_at | timestamp with time zone not null
column | transaction_category.transaction_id | uuid not null
column | transaction_category.user_id | uuid not null
column | transfer_plan.amount_cents | bigint not null
column | transfer_plan.category | text not null
column | transfer_plan.claimed_until | timestamp(3) with time zone
column | transfer_plan.created_at | timestamp(3) with time zone not null
column | transfer_plan.due_day | date not null
column | transfer_plan.first_day | date not null
column | transfer_plan.id | uuid not null
column | transfer_plan.purpose | text not null
column | transfer_plan.reason | text
column | transfer_plan.recipient_account | text not null
column | transfer_plan.recipient_id | uuid
column | transfer_plan.recipient_name | text not null
column | transfer_plan.recipient_routing | text not null
column | transfer_plan.run_at | timestamp(3) with time zone not null
column | transfer_plan.salt | text not null
column | transfer_plan.schedule | text not null
column | transfer_plan.shares_purpose | boolean not null default false
column | transfer_plan.status | text not null
column | transfer_plan.to_account | text
column | transfer_plan.tries | smallint not null default 0
column | transfer_plan.user_id | uuid not null
constraint | access_log.access_log_action_check | CHECK ((strpos(action, '⏎'::text) = 0))
constraint | access_log.access_log_actor_check | CHECK ((strpos(actor, '⏎'::text) = 0))
constraint | access_log.access_log_correlation_id_check | CHECK ((strpos(correlation_id, '⏎'::text) = 0))
constraint | access_log.access_log_count_check | CHECK ((count >= 0))
constraint | access_log.access_log_details_check | CHECK ((strpos(details, '⏎'::text) = 0))
constraint | access_log.access_log_hash_check | CHECK ((octet_length(hash) = 32))
constraint | access_log.access_log_pkey | PRIMARY KEY ("position")
constraint | access_log.access_log_position_check | CHECK (("position" > 0))
constraint | access_log_head.access_log_head_id_check | CHECK (id)
constraint | access_log_head.access_log_head_pkey | PRIMARY KEY (id)
constraint | account_request.account_request_account_number_check | CHECK ((account_number ~ '^[1-9][0-9]{8}$'::text))
constraint | account_request.account_request_account_number_key | UNIQUE (account_number)
constraint | account_request.account_request_account_type_check | CHECK ((account_type = ANY (ARRAY['personal'::text, 'business'::text])))
constraint | account_request.account_request_decided_by_fkey | FOREIGN KEY (decided_by) REFERENCES public.app_user(id)
constraint | account_request.account_request_pkey | PRIMARY KEY (id)
constraint | account_request.account_request_revision_check | CHECK ((revision > 0))
constraint | account_request.account_request_routing_number_check | CHECK ((routing_number ~ '^[0-9]{9}$'::text))
constraint | account_request.account_request_status_check | CHECK ((status = ANY (ARRAY['pending'::text, 'in_review'::text, 'approved'::text, 'rejected'::text])))
constraint | account_request.account_request_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | admin_role_change.admin_role_change_actor_id_fkey | FOREIGN KEY (actor_id) REFERENCES public.app_user(id)
constraint | admin_role_change.admin_role_change_check | CHECK ((num_nulls(reason, salt) = ANY (ARRAY[0, 2])))
constraint | admin_role_change.admin_role_change_kind_check | CHECK ((kind = ANY (ARRAY['granted'::text, 'revoked'::text, 'disabled'::text, 'enabled'::text])))
constraint | admin_role_change.admin_role_change_pkey | PRIMARY KEY (id)
constraint | admin_role_change.admin_role_change_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | app_user.app_user_admin_role_check | CHECK ((admin_role = ANY (ARRAY['owner'::text, 'reviewer'::text, 'payments'::text, 'support'::text, 'auditor'::text])))
constraint | app_user.app_user_check | CHECK (((moniker ~ '^[a-z0-9_]{3,20}$'::text) OR (deleted_at IS NOT NULL)))
constraint | app_user.app_user_check1 | CHECK (((status = 'deleted'::text) = (deleted_at IS NOT NULL)))
constraint | app_user.app_user_email_check | CHECK ((email = lower(email)))
constraint | app_user.app_user_email_key | UNIQUE (email)
constraint | app_user.app_user_moniker_key | UNIQUE (moniker)
constraint | app_user.app_user_pkey | PRIMARY KEY (id)
constraint | app_user.app_user_status_check | CHECK ((status = ANY (ARRAY['active'::text, 'deleted'::text])))
constraint | approval_proposal.approval_proposal_customer_id_fkey | FOREIGN KEY (customer_id) REFERENCES public.app_user(id)
constraint | approval_proposal.approval_proposal_pkey | PRIMARY KEY (id)
constraint | approval_proposal.approval_proposal_proposed_by_fkey | FOREIGN KEY (proposed_by) REFERENCES public.app_user(id)
constraint | approval_proposal.approval_proposal_proposed_by_idempotency_key_key | UNIQUE (proposed_by, idempotency_key)
constraint | attempt.attempt_key_check | CHECK ((octet_length(key) = 32))
constraint | attempt.attempt_pkey | PRIMARY KEY (key)
constraint | authenticator_app.authenticator_app_pkey | PRIMARY KEY (id)
constraint | authenticator_app.authenticator_app_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | authenticator_app.authenticator_app_user_id_key | UNIQUE (user_id)
constraint | chat_conversation.chat_conversation_last_message_id_fkey | FOREIGN KEY (last_message_id) REFERENCES public.chat_message(id) ON DELETE CASCADE
constraint | chat_conversation.chat_conversation_pkey | PRIMARY KEY (user_id)
constraint | chat_conversation.chat_conversation_unread_count_check | CHECK ((unread_count >= 0))
constraint | chat_conversation.chat_conversation_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | chat_message.chat_message_pkey | PRIMARY KEY (id)
constraint | chat_message.chat_message_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | code_recipient.code_recipient_key_check | CHECK ((octet_length(key) = 32))
constraint | code_recipient.code_recipient_pkey | PRIMARY KEY (key)
constraint | dashboard_content.dashboard_content_pkey | PRIMARY KEY (user_id)
constraint | dashboard_content.dashboard_content_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | emailed_code.emailed_code_browser_hash_check | CHECK ((octet_length(browser_hash) = ANY (ARRAY[0, 32])))
constraint | emailed_code.emailed_code_code_hash_check | CHECK ((octet_length(code_hash) = 32))
constraint | emailed_code.emailed_code_pkey | PRIMARY KEY (owner_id, purpose, browser_hash)
constraint | emailed_code.emailed_code_purpose_check | CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'reset-password'::text, 'change-password'::text])))
constraint | factor_challenge.factor_challenge_pkey | PRIMARY KEY (owner_id, purpose)
constraint | failed_sign_in.failed_sign_in_pkey | PRIMARY KEY (account, hour)
constraint | identity_claim.identity_claim_pkey | PRIMARY KEY (ssn_index)
constraint | identity_claim.identity_claim_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | known_browser.known_browser_browser_hash_check | CHECK ((octet_length(browser_hash) = 32))
constraint | known_browser.known_browser_pkey | PRIMARY KEY (user_id, browser_hash)
constraint | known_browser.known_browser_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | kyc_application.kyc_application_account_type_check | CHECK ((account_type = ANY (ARRAY['personal'::text, 'business'::text])))
constraint | kyc_application.kyc_application_driving_license_back_fkey | FOREIGN KEY (driving_license_back) REFERENCES public.stored_object(id) ON DELETE SET NULL
constraint | kyc_application.kyc_application_driving_license_front_fkey | FOREIGN KEY (driving_license_front) REFERENCES public.stored_object(id) ON DELETE SET NULL
constraint | kyc_application.kyc_application_ein_document_fkey | FOREIGN KEY (ein_document) REFERENCES public.stored_object(id) ON DELETE SET NULL
constraint | kyc_application.kyc_application_llc_document_fkey | FOREIGN KEY (llc_document) REFERENCES public.stored_object(id) ON DELETE SET NULL
constraint | kyc_application.kyc_application_pkey | PRIMARY KEY (id)
constraint | kyc_application.kyc_application_reviewed_by_fkey | FOREIGN KEY (reviewed_by) REFERENCES public.app_user(id)
constraint | kyc_application.kyc_application_revision_check | CHECK ((revision > 0))
constraint | kyc_application.kyc_application_status_check | CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
constraint | kyc_application.kyc_application_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | kyc_document.kyc_document_application_id_fkey | FOREIGN KEY (application_id) REFERENCES public.kyc_application(id) ON DELETE CASCADE
constraint | kyc_document.kyc_document_kind_check | CHECK ((kind ~ '^[a-z][A-Za-z]{0,39}$'::text))
constraint | kyc_document.kyc_document_object_id_fkey | FOREIGN KEY (object_id) REFERENCES public.stored_object(id) ON DELETE CASCADE
constraint | kyc_document.kyc_document_pkey | PRIMARY KEY (application_id, kind)
constraint | ledger_account.ledger_account_held_cents_check | CHECK ((held_cents >= 0))
constraint | ledger_account.ledger_account_pkey | PRIMARY KEY (account_id)
constraint | ledger_batch_signature.ledger_batch_signature_check | CHECK ((first_position <= last_position))
constraint | ledger_batch_signature.ledger_batch_signature_first_position_check | CHECK ((first_position > 0))
constraint | ledger_batch_signature.ledger_batch_signature_key_id_check | CHECK ((key_id ~ '^[0-9a-f]{16}$'::text))
constraint | ledger_batch_signature.ledger_batch_signature_pkey | PRIMARY KEY (last_position)
constraint | ledger_batch_signature.ledger_batch_signature_signature_check | CHECK ((octet_length(signature) = 64))
constraint | ledger_checkpoint.ledger_checkpoint_pkey | PRIMARY KEY ("position")
constraint | ledger_checkpoint.ledger_checkpoint_position_check | CHECK (("position" > 0))
constraint | ledger_checkpoint_halt.ledger_checkpoint_halt_check | CHECK ((num_nulls(resumed_at, resumed_by, reason, note) = ANY (ARRAY[0, 4])))
constraint | ledger_checkpoint_halt.ledger_checkpoint_halt_pkey | PRIMARY KEY (stopped_at)
constraint | ledger_checkpoint_halt.ledger_checkpoint_halt_position_check | CHECK (("position" > 0))
constraint | ledger_entry.ledger_entry_pkey | PRIMARY KEY (account_id, "position")
constraint | ledger_event.ledger_event_actor_check | CHECK ((strpos(actor, '⏎'::text) = 0))
constraint | ledger_event.ledger_event_causation_id_check | CHECK ((strpos(causation_id, '⏎'::text) = 0))
constraint | ledger_event.ledger_event_correlation_id_check | CHECK ((strpos(correlation_id, '⏎'::text) = 0))
constraint | ledger_event.ledger_event_hash_check | CHECK ((octet_length(hash) = 32))
constraint | ledger_event.ledger_event_pkey | PRIMARY KEY ("position")
constraint | ledger_event.ledger_event_position_check | CHECK (("position" > 0))
constraint | ledger_event.ledger_event_stream_check | CHECK (((strpos(stream, '⏎'::text) = 0) AND (strpos(stream, ':'::text) > 1)))
constraint | ledger_event.ledger_event_stream_version_key | UNIQUE (stream, version)
constraint | ledger_event.ledger_event_type_check | CHECK ((strpos(type, '⏎'::text) = 0))
constraint | ledger_event.ledger_event_version_check | CHECK ((version > 0))
constraint | ledger_event_index.ledger_event_index_actor_role_check | CHECK ((actor_role = ANY (ARRAY['customer'::text, 'admin'::text, 'system'::text])))
constraint | ledger_event_index.ledger_event_index_pkey | PRIMARY KEY ("position")
constraint | ledger_follower.ledger_follower_pkey | PRIMARY KEY (name)
constraint | ledger_follower.ledger_follower_position_check | CHECK (("position" >= 0))
constraint | ledger_head.ledger_head_fence | CHECK (("position" <= fence))
constraint | ledger_head.ledger_head_id_check | CHECK (id)
constraint | ledger_head.ledger_head_pkey | PRIMARY KEY (id)
constraint | ledger_idempotency_key.ledger_idempotency_key_pkey | PRIMARY KEY (key, actor)
constraint | ledger_merkle_subtree.ledger_merkle_subtree_hash_check | CHECK ((octet_length(hash) = 32))
constraint | ledger_merkle_subtree.ledger_merkle_subtree_level_check | CHECK ((level > 0))
constraint | ledger_merkle_subtree.ledger_merkle_subtree_pkey | PRIMARY KEY (level, place)
constraint | ledger_merkle_subtree.ledger_merkle_subtree_place_check | CHECK ((place >= 0))
constraint | ledger_pending_command.ledger_pending_command_commands_check | CHECK ((jsonb_typeof((commands)::jsonb) = 'array'::text))
constraint | ledger_pending_command.ledger_pending_command_ordinal_key | UNIQUE (ordinal)
constraint | ledger_pending_command.ledger_pending_command_pkey | PRIMARY KEY (id)
constraint | ledger_projection.ledger_projection_pkey | PRIMARY KEY (name)
constraint | ledger_quarantine.ledger_quarantine_pkey | PRIMARY KEY (account_id)
constraint | ledger_staged_text.ledger_staged_text_hash_check | CHECK ((length(hash) = 32))
constraint | ledger_staged_text.ledger_staged_text_pkey | PRIMARY KEY ("position", hash)
constraint | ledger_staged_text.ledger_staged_text_texts_check | CHECK ((jsonb_typeof((texts)::jsonb) = 'object'::text))
constraint | ledger_transaction.ledger_transaction_pkey | PRIMARY KEY (transaction_id)
constraint | ledger_transaction_text.ledger_transaction_text_pkey | PRIMARY KEY (transaction_id)
constraint | ledger_verification.ledger_verification_check | CHECK (((status = ANY (ARRAY['waiting'::text, 'running'::text])) = (finished_at IS NULL)))
constraint | ledger_verification.ledger_verification_pkey | PRIMARY KEY (id)
constraint | ledger_verification.ledger_verification_requested_by_check | CHECK (((requested_by = 'schedule'::text) OR (requested_by ~~ 'user:%'::text)))
constraint | ledger_verification.ledger_verification_status_check | CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'sound'::text, 'unsound'::text, 'failed'::text])))
constraint | money_request.money_request_asker_id_fkey | FOREIGN KEY (asker_id) REFERENCES public.app_user(id)
constraint | money_request.money_request_payer_id_fkey | FOREIGN KEY (payer_id) REFERENCES public.app_user(id)
constraint | money_request.money_request_pkey | PRIMARY KEY (id)
constraint | money_request.money_request_status_check | CHECK ((status = ANY (ARRAY['open'::text, 'declined'::text, 'canceled'::text])))
constraint | money_request_block.money_request_block_asker_id_fkey | FOREIGN KEY (asker_id) REFERENCES public.app_user(id)
constraint | money_request_block.money_request_block_pkey | PRIMARY KEY (user_id, asker_id)
constraint | money_request_block.money_request_block_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | notification_read.notification_read_pkey | PRIMARY KEY (user_id)
constraint | notification_read.notification_read_up_to_check | CHECK ((up_to >= 0))
constraint | notification_read.notification_read_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | otp.otp_code_hash_check | CHECK ((octet_length(code_hash) = 32))
constraint | otp.otp_pkey | PRIMARY KEY (user_id, purpose)
constraint | otp.otp_purpose_check | CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'reset-password'::text, 'change-password'::text])))
constraint | otp.otp_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | outbox.outbox_pkey | PRIMARY KEY (id)
constraint | outbox.outbox_recipient | CHECK ((num_nonnulls(user_id, registration_id) = 1)) NOT VALID
constraint | outbox.outbox_tries_check | CHECK ((tries >= 0))
constraint | outbox.outbox_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | passkey.passkey_credential_id_key | UNIQUE (credential_id)
constraint | passkey.passkey_pkey | PRIMARY KEY (id)
constraint | passkey.passkey_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | pending_sign_in.pending_sign_in_pkey | PRIMARY KEY (id)
constraint | pending_sign_in.pending_sign_in_token_hash_key | UNIQUE (token_hash)
constraint | pending_sign_in.pending_sign_in_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | recipient.recipient_pkey | PRIMARY KEY (user_id, account, routing)
constraint | recipient.recipient_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | recovery_code.recovery_code_pkey | PRIMARY KEY (user_id, code_hash)
constraint | recovery_code.recovery_code_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | registration.registration_email_check | CHECK ((email = lower(email)))
constraint | registration.registration_moniker_check | CHECK ((moniker ~ '^[a-z0-9_]{3,20}$'::text))
constraint | registration.registration_pkey | PRIMARY KEY (id)
constraint | registration_browser.registration_browser_browser_hash_check | CHECK ((octet_length(browser_hash) = 32))
constraint | registration_browser.registration_browser_pkey | PRIMARY KEY (browser_hash, email)
constraint | registration_browser.registration_browser_registration_id_fkey | FOREIGN KEY (registration_id) REFERENCES public.registration(id) ON DELETE CASCADE
constraint | request_key.request_key_pkey | PRIMARY KEY (key, actor)
constraint | saved_filter.saved_filter_pkey | PRIMARY KEY (id)
constraint | saved_filter.saved_filter_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | saved_filter.saved_filter_user_id_list_name_key | UNIQUE (user_id, list, name)
constraint | schema_migration.PK_0edff5015b71cc0389ae0f4b9a1 | PRIMARY KEY (id)
constraint | session.session_browser_hash_check | CHECK ((octet_length(browser_hash) = 32))
constraint | session.session_label_check | CHECK (((length(label) >= 1) AND (length(label) <= 60)))
constraint | session.session_pkey | PRIMARY KEY (id)
constraint | session.session_public_id_key | UNIQUE (public_id)
constraint | session.session_token_hash_check | CHECK ((octet_length(token_hash) = 32))
constraint | session.session_token_hash_key | UNIQUE (token_hash)
constraint | session.session_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | sign_in_alert.sign_in_alert_pkey | PRIMARY KEY (token_hash)
constraint | sign_in_alert.sign_in_alert_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | stored_object.stored_object_bytes_check | CHECK ((bytes > 0))
constraint | stored_object.stored_object_check | CHECK (((status = ANY (ARRAY['issued'::text, 'discarded'::text])) OR ((content_type IS NOT NULL) AND (bytes IS NOT NULL) AND (sha256 IS NOT NULL))))
constraint | stored_object.stored_object_original_sha256_check | CHECK ((octet_length(original_sha256) = 32))
constraint | stored_object.stored_object_pkey | PRIMARY KEY (id)
constraint | stored_object.stored_object_sealed_with_check | CHECK ((octet_length(sealed_with) = 8))
constraint | stored_object.stored_object_sha256_check | CHECK ((octet_length(sha256) = 32))
constraint | stored_object.stored_object_status_check | CHECK ((status = ANY (ARRAY['issued'::text, 'stored'::text, 'attached'::text, 'discarded'::text])))
constraint | stored_object.stored_object_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | transaction_category.transaction_category_pkey | PRIMARY KEY (transaction_id)
constraint | transaction_category.transaction_category_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
constraint | transfer_plan.transfer_plan_amount_cents_check | CHECK ((amount_cents > 0))
constraint | transfer_plan.transfer_plan_pkey | PRIMARY KEY (id)
constraint | transfer_plan.transfer_plan_recipient_id_fkey | FOREIGN KEY (recipient_id) REFERENCES public.app_user(id)
constraint | transfer_plan.transfer_plan_status_check | CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text])))
constraint | transfer_plan.transfer_plan_user_id_fkey | FOREIGN KEY (user_id) REFERENCES public.app_user(id)
function | announce_outbox() | of moniker_owner plpgsql returns trigger v f 5e072cadf805fed318b803eb48478e7467b18349771e8a4b7bf4409d671d43b6
function | copy_document_to_application() | of moniker_owner plpgsql returns trigger v f {"search_path=public, pg_temp"} 8d2df4d2a0eccf5eed7133528c9b56fdb772f0985866ca61c76abceb8928edeb
function | copy_documents_of_application() | of moniker_owner plpgsql returns trigger v f {"search_path=public, pg_temp"} 9b0d6b6a88bdbfe792a852f80734c799c4bb52d4e018daa8aeb2240bb8625636
function | ledger_announce() | of moniker_owner plpgsql returns void v f fad011ea35bdf5dc7db28541968d68e823d1042bb2a86f73418ea13d1cbf0134
function | ledger_decided_rows() | of moniker_owner sql returns TABLE(kind text, id uuid, user_id uuid, value text) s f security definer {"search_path=public, pg_temp"} 8d47b4a7a727f23067a3725604c20e8db48e22c410429548deac4cd0355085c8
function | ledger_deciders() | of moniker_owner sql returns TABLE(kind text, id uuid, decided_by uuid, decided_at timestamp with time zone) s f security definer {"search_path=public, pg_temp"} 8349f0fd023a95335d24e88261a31ea64cc2db03903b2b360764a359a376f1c5
function | ledger_frozen_users() | of moniker_owner sql returns TABLE(user_id uuid, is_frozen boolean, is_sign_in_blocked boolean) s f security definer {"search_path=public, pg_temp"} c64b1755ca691386774cdb96f38d218a66eaa4cb6ae412241e555e9e97892770
function | ledger_hashed_keys(text[]) | of moniker_owner sql returns TABLE(actor text, key text, fingerprint text, transaction_id uuid, first_position bigint, last_position bigint, recorded_at timestamp with time zone) s f security definer {"search_path=public, pg_temp"} b7586de2bc29ae4d0d2c97ace2aaf271f957c286ba133505b141b83bddc242f2
function | ledger_identity_digests() | of moniker_owner sql returns TABLE(id uuid, user_id uuid, is_salted boolean, identity_digest text, claim_digest text, documents jsonb, is_claimed boolean) s f security definer {"search_path=public, pg_temp"} f454886987d8d63407d0d9fa92622c9efa856949d00d88391fbdb67a995e43df
function | ledger_kyc_digests() | of moniker_owner sql returns TABLE(id uuid, user_id uuid, is_salted boolean, identity_digest text, claim_digest text, documents jsonb, is_claimed boolean) s f security definer {"search_path=public, pg_temp"} 2864e284b8a650f7621798b9bfea41a83a1cb5ad3da329e36bada3221ccad0de
function | ledger_mailed_position() | of moniker_owner sql returns bigint s f security definer {"search_path=public, pg_temp"} 7174a11215af0e73b56b8c89359388aa1778fc168ed4b1c0b51794f38d7f8325
function | ledger_planned_transfers() | of moniker_owner sql returns TABLE(id uuid, user_id uuid, status text, amount_cents bigint, schedule text, first_day text, category text, digest text) s f security definer {"search_path=public, pg_temp"} b8be5b6304e7962c545dc2de22c89f1925f33050a90a09abc473f4f50e8a7d1c
function | ledger_proposals() | of moniker_owner sql returns TABLE(id uuid, action text, subject_id text, customer_id uuid, amount_cents bigint, digest text, proposed_by uuid, is_open boolean) s f security definer {"search_path=public, pg_temp"} eb533775500923c30b19acb52b5963d4bdf513b558997acd06ed2453d817b895
function | ledger_refuse_change() | of moniker_owner plpgsql returns trigger v f 77499b96e8ebfa47b48dacab35aed596667d5e9237c56e098a8ad0aeedd300f5
function | ledger_support_texts() | of moniker_owner sql returns TABLE(kind text, id uuid, user_id uuid, digest text) s f security definer {"search_path=public, pg_temp"} 0451aa37c81b3d427e564c89dc173aad0414a1be4e553b7e83a04eb6827f70c3
function | ledger_text_digests() | of moniker_owner sql returns TABLE(transaction_id uuid, texts_digest text, notes_digest text) s f security definer {"search_path=public, pg_temp"} 009fbc2673a63ae2d4847a053dc06ac2a29dd2947aefbd1d9a0269db71b4ce7a
function | ledger_texts_and_notes_digests() | of moniker_owner sql returns TABLE(transaction_id uuid, texts_digest text, notes_digest text) s f security definer {"search_path=public, pg_temp"} 8a4c08b5d59ea09fe3576b648977a8f482e77ae3a66f4684c64f04935c65ba0a
function | ledger_transfer_plans() | of moniker_owner sql returns TABLE(id uuid, user_id uuid, status text, amount_cents bigint, schedule text, first_day text, category text, digest text) s f security definer {"search_path=public, pg_temp"} caee0c03f0be9c6e17df6fc68976ddc0bed5ee221fc3fe0d091ec7a48d1173f9
function | search_key(text[]) | of moniker_owner sql returns text i f 4427f7488cbcf7abaac8db88ad0050688ea66223696e1b2a57dea3d47c88626f
function | search_text(text[]) | of moniker_owner sql returns text i f 50c12ae972c50ccda2254696e42e98410fde1719c7a8dc93c343f476bbf51817
grant | moniker_app on access_log | INSERT, SELECT
grant | moniker_app on access_log_head | SELECT, UPDATE
grant | moniker_app on account_request | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on admin_role_change | INSERT, SELECT, UPDATE
grant | moniker_app on app_user | INSERT, SELECT, UPDATE
grant | moniker_app on approval_proposal | INSERT, SELECT, UPDATE
grant | moniker_app on attempt | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on authenticator_app | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on chat_conversation | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on chat_message | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on code_recipient | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on dashboard_content | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on emailed_code | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on factor_challenge | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on failed_sign_in | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on identity_claim | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on known_browser | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on kyc_application | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on kyc_document | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on ledger_account | INSERT, SELECT, UPDATE
grant | moniker_app on ledger_announce() | EXECUTE
grant | moniker_app on ledger_batch_signature | INSERT, SELECT
grant | moniker_app on ledger_checkpoint | INSERT, SELECT
grant | moniker_app on ledger_checkpoint_halt | INSERT, SELECT, UPDATE
grant | moniker_app on ledger_decided_rows() | EXECUTE
grant | moniker_app on ledger_deciders() | EXECUTE
grant | moniker_app on ledger_entry | INSERT, SELECT
grant | moniker_app on ledger_event | INSERT, SELECT
grant | moniker_app on ledger_event_index | DELETE, INSERT, SELECT
grant | moniker_app on ledger_follower | SELECT, UPDATE
grant | moniker_app on ledger_frozen_users() | EXECUTE
grant | moniker_app on ledger_hashed_keys(text[]) | EXECUTE
grant | moniker_app on ledger_head | SELECT, UPDATE
grant | moniker_app on ledger_idempotency_key | INSERT, SELECT
grant | moniker_app on ledger_identity_digests() | EXECUTE
grant | moniker_app on ledger_kyc_digests() | EXECUTE
grant | moniker_app on ledger_mailed_position() | EXECUTE
grant | moniker_app on ledger_merkle_subtree | INSERT, SELECT
grant | moniker_app on ledger_pending_command | DELETE, SELECT
grant | moniker_app on ledger_planned_transfers() | EXECUTE
grant | moniker_app on ledger_projection | SELECT, UPDATE
grant | moniker_app on ledger_proposals() | EXECUTE
grant | moniker_app on ledger_quarantine | INSERT, SELECT
grant | moniker_app on ledger_staged_text | DELETE, SELECT
grant | moniker_app on ledger_support_texts() | EXECUTE
grant | moniker_app on ledger_text_digests() | EXECUTE
grant | moniker_app on ledger_texts_and_notes_digests() | EXECUTE
grant | moniker_app on ledger_transaction | INSERT, SELECT, UPDATE
grant | moniker_app on ledger_transaction_text | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on ledger_transfer_plans() | EXECUTE
grant | moniker_app on ledger_verification | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on money_request | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on money_request_block | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on notification_read | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on otp | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on outbox | INSERT, SELECT, UPDATE
grant | moniker_app on passkey | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on pending_sign_in | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on recipient | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on recovery_code | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on registration | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on registration_browser | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on request_key | INSERT, SELECT
grant | moniker_app on saved_filter | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on schema_migration | SELECT
grant | moniker_app on session | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on sign_in_alert | DELETE, INSERT, SELECT
grant | moniker_app on stored_object | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on transaction_category | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on transfer_plan | DELETE, INSERT, SELECT, UPDATE
grant | moniker_app on schema public | USAGE
grant | moniker_auditor on access_log | SELECT
grant | moniker_auditor on access_log_head | SELECT
grant | moniker_auditor on ledger_account | SELECT
grant | moniker_auditor on ledger_batch_signature | SELECT
grant | moniker_auditor on ledger_checkpoint | SELECT
grant | moniker_auditor on ledger_checkpoint_halt | SELECT
grant | moniker_auditor on ledger_decided_rows() | EXECUTE
grant | moniker_auditor on ledger_deciders() | EXECUTE
grant | moniker_auditor on ledger_entry | SELECT
grant | moniker_auditor on ledger_event | SELECT
grant | moniker_auditor on ledger_event_index | SELECT
grant | moniker_auditor on ledger_event_index.position | SELECT
grant | moniker_auditor on ledger_follower | SELECT
grant | moniker_auditor on ledger_frozen_users() | EXECUTE
grant | moniker_auditor on ledger_hashed_keys(text[]) | EXECUTE
grant | moniker_auditor on ledger_head | SELECT
grant | moniker_auditor on ledger_idempotency_key.actor | SELECT
grant | moniker_auditor on ledger_idempotency_key.first_position | SELECT
grant | moniker_auditor on ledger_idempotency_key.last_position | SELECT
grant | moniker_auditor on ledger_idempotency_key.recorded_at | SELECT
grant | moniker_auditor on ledger_idempotency_key.transaction_id | SELECT
grant | moniker_auditor on ledger_identity_digests() | EXECUTE
grant | moniker_auditor on ledger_kyc_digests() | EXECUTE
grant | moniker_auditor on ledger_mailed_position() | EXECUTE
grant | moniker_auditor on ledger_merkle_subtree | SELECT
grant | moniker_auditor on ledger_pending_command | SELECT
grant | moniker_auditor on ledger_planned_transfers() | EXECUTE
grant | moniker_auditor on ledger_projection | SELECT
grant | moniker_auditor on ledger_proposals() | EXECUTE
grant | moniker_auditor on ledger_quarantine | SELECT
grant | moniker_auditor on ledger_support_texts() | EXECUTE
grant | moniker_auditor on ledger_text_digests() | EXECUTE
grant | moniker_auditor on ledger_texts_and_notes_digests() | EXECUTE
grant | moniker_auditor on ledger_transaction | SELECT
grant | moniker_auditor on ledger_transfer_plans() | EXECUTE
grant | moniker_auditor on ledger_verification.findings | SELECT
grant | moniker_auditor on ledger_verification.findings_omitted | SELECT
grant | moniker_auditor on ledger_verification.hash | SELECT
grant | moniker_auditor on ledger_verification.id | SELECT
grant | moniker_auditor on ledger_verification.position | SELECT
grant | moniker_auditor on ledger_verification.status | SELECT
grant | moniker_auditor on schema_migration | SELECT
grant | moniker_auditor on schema public | USAGE
grant | public on announce_outbox() | EXECUTE
grant | public on copy_document_to_application() | EXECUTE
grant | public on copy_documents_of_application() | EXECUTE
grant | public on ledger_refuse_change() | EXECUTE
grant | public on search_key(text[]) | EXECUTE
grant | public on search_text(text[]) | EXECUTE
index | "PK_0edff5015b71cc0389ae0f4b9a1" | CREATE UNIQUE INDEX "PK_0edff5015b71cc0389ae0f4b9a1" ON public.schema_migration USING btree (id)
index | access_log_action | CREATE INDEX access_log_action ON public.access_log USING btree (action, recorded_at, "position")
index | access_log_actor | CREATE INDEX access_log_actor ON public.access_log USING btree (actor, recorded_at, "position")
index | access_log_head_pkey | CREATE UNIQUE INDEX access_log_head_pkey ON public.access_log_head USING btree (id)
index | access_log_people | CREATE INDEX access_log_people ON public.access_log USING gin ((((details)::jsonb -> 'people'::text)) jsonb_path_ops) WHERE (subject IS NULL)
index | access_log_pkey | CREATE UNIQUE INDEX access_log_pkey ON public.access_log USING btree ("position")
index | access_log_subject | CREATE INDEX access_log_subject ON public.access_log USING btree (subject, recorded_at, "position") WHERE (subject IS NOT NULL)
index | access_log_time | CREATE INDEX access_log_time ON public.access_log USING btree (recorded_at, "position")
index | account_request_account_number_key | CREATE UNIQUE INDEX account_request_account_number_key ON public.account_request USING btree (account_number)
index | account_request_approved | CREATE INDEX account_request_approved ON public.account_request USING btree (user_id, approved_at) WHERE (status = 'approved'::text)
index | account_request_by_status | CREATE INDEX account_request_by_status ON public.account_request USING btree (status, created_at, id) INCLUDE (user_id)
index | account_request_created | CREATE INDEX account_request_created ON public.account_request USING btree (created_at, id)
index | account_request_pkey | CREATE UNIQUE INDEX account_request_pkey ON public.account_request USING btree (id)
index | account_request_search | CREATE INDEX account_request_search ON public.account_request USING gin (account_number public.gin_trgm_ops)
index | account_request_user | CREATE INDEX account_request_user ON public.account_request USING btree (user_id, created_at DESC)
index | admin_role_change_pkey | CREATE UNIQUE INDEX admin_role_change_pkey ON public.admin_role_change USING btree (id)
index | admin_role_change_unrecorded | CREATE INDEX admin_role_change_unrecorded ON public.admin_role_change USING btree (id) WHERE (NOT is_recorded)
index | admin_role_change_user | CREATE INDEX admin_role_change_user ON public.admin_role_change USING btree (user_id, changed_at)
index | app_user_by_created | CREATE INDEX app_user_by_created ON public.app_user USING btree (created_at, id) WHERE (deleted_at IS NULL)
index | app_user_by_email | CREATE INDEX app_user_by_email ON public.app_user USING btree (email, id) WHERE (deleted_at IS NULL)
index | app_user_by_email_key | CREATE INDEX app_user_by_email_key ON public.app_user USING btree (COALESCE(email_key, email))
index | app_user_by_name | CREATE INDEX app_user_by_name ON public.app_user USING btree (lower(((first_name || ' '::text) || last_name)), id) WHERE (deleted_at IS NULL)
index | app_user_created | CREATE INDEX app_user_created ON public.app_user USING btree (created_at DESC)
index | app_user_deleted | CREATE INDEX app_user_deleted ON public.app_user USING btree (deleted_at, created_at) WHERE (deleted_at IS NOT NULL)
index | app_user_email_key | CREATE UNIQUE INDEX app_user_email_key ON public.app_user USING btree (email)
index | app_user_moniker_key | CREATE UNIQUE INDEX app_user_moniker_key ON public.app_user USING btree (moniker)
index | app_user_pkey | CREATE UNIQUE INDEX app_user_pkey ON public.app_user USING btree (id)
index | app_user_search | CREATE INDEX app_user_search ON public.app_user USING gin (public.search_text(VARIADIC ARRAY[first_name, last_name, (email COLLATE "default"), (moniker COLLATE "default"), phone_number, regexp_replace(phone_number, '[^0-9]'::text, ''::text, 'g'::text)]) public.gin_trgm_ops)
index | app_user_search_key | CREATE INDEX app_user_search_key ON public.app_user USING gin (public.search_key(VARIADIC ARRAY[first_name, last_name, (email COLLATE "default"), (moniker COLLATE "default"), phone_number, regexp_replace(phone_number, '[^0-9]'::text, ''::text, 'g'::text)]) public.gin_trgm_ops)
index | approval_proposal_customer_id_idx | CREATE INDEX approval_proposal_customer_id_idx ON public.approval_proposal USING btree (customer_id)
index | approval_proposal_pkey | CREATE UNIQUE INDEX approval_proposal_pkey ON public.approval_proposal USING btree (id)
index | approval_proposal_proposed_at_id_idx | CREATE INDEX approval_proposal_proposed_at_id_idx ON public.approval_proposal USING btree (proposed_at, id)
index | approval_proposal_proposed_at_id_idx1 | CREATE INDEX approval_proposal_proposed_at_id_idx1 ON public.approval_proposal USING btree (proposed_at, id) WHERE (closed_at IS NULL)
index | approval_proposal_proposed_by_idempotency_key_key | CREATE UNIQUE INDEX approval_proposal_proposed_by_idempotency_key_key ON public.approval_proposal USING btree (proposed_by, idempotency_key)
index | attempt_last | CREATE INDEX attempt_last ON public.attempt USING btree (last_at)
index | attempt_pkey | CREATE UNIQUE INDEX attempt_pkey ON public.attempt USING btree (key)
index | authenticator_app_pkey | CREATE UNIQUE INDEX authenticator_app_pkey ON public.authenticator_app USING btree (id)
index | authenticator_app_user_id_key | CREATE UNIQUE INDEX authenticator_app_user_id_key ON public.authenticator_app USING btree (user_id)
index | chat_conversation_last | CREATE INDEX chat_conversation_last ON public.chat_conversation USING btree (last_message_id)
index | chat_conversation_newest | CREATE INDEX chat_conversation_newest ON public.chat_conversation USING btree (last_message_at DESC, user_id DESC)
index | chat_conversation_pkey | CREATE UNIQUE INDEX chat_conversation_pkey ON public.chat_conversation USING btree (user_id)
index | chat_conversation_unread | CREATE INDEX chat_conversation_unread ON public.chat_conversation USING btree (unread_count) WHERE (unread_count > 0)
index | chat_conversation_waiting | CREATE INDEX chat_conversation_waiting ON public.chat_conversation USING btree (COALESCE(waiting_since, last_message_at), user_id) WHERE ((waiting_since IS NOT NULL) OR (unread_count > 0))
index | chat_message_conversation | CREATE INDEX chat_message_conversation ON public.chat_message USING btree (user_id, id DESC)
index | chat_message_pkey | CREATE UNIQUE INDEX chat_message_pkey ON public.chat_message USING btree (id)
index | chat_message_unread | CREATE INDEX chat_message_unread ON public.chat_message USING btree (user_id) WHERE (is_from_user AND (read_at IS NULL))
index | code_recipient_pkey | CREATE UNIQUE INDEX code_recipient_pkey ON public.code_recipient USING btree (key)
index | code_recipient_sent | CREATE INDEX code_recipient_sent ON public.code_recipient USING btree (sent_since)
index | dashboard_content_pkey | CREATE UNIQUE INDEX dashboard_content_pkey ON public.dashboard_content USING btree (user_id)
index | emailed_code_pkey | CREATE UNIQUE INDEX emailed_code_pkey ON public.emailed_code USING btree (owner_id, purpose, browser_hash)
index | emailed_code_sent | CREATE INDEX emailed_code_sent ON public.emailed_code USING btree (sent_since)
index | factor_challenge_pkey | CREATE UNIQUE INDEX factor_challenge_pkey ON public.factor_challenge USING btree (owner_id, purpose)
index | failed_sign_in_hour | CREATE INDEX failed_sign_in_hour ON public.failed_sign_in USING btree (hour)
index | failed_sign_in_pkey | CREATE UNIQUE INDEX failed_sign_in_pkey ON public.failed_sign_in USING btree (account, hour)
index | identity_claim_pkey | CREATE UNIQUE INDEX identity_claim_pkey ON public.identity_claim USING btree (ssn_index)
index | known_browser_pkey | CREATE UNIQUE INDEX known_browser_pkey ON public.known_browser USING btree (user_id, browser_hash)
index | kyc_application_back | CREATE INDEX kyc_application_back ON public.kyc_application USING btree (driving_license_back)
index | kyc_application_by_status | CREATE INDEX kyc_application_by_status ON public.kyc_application USING btree (status, created_at, id) INCLUDE (user_id)
index | kyc_application_created | CREATE INDEX kyc_application_created ON public.kyc_application USING btree (created_at, id)
index | kyc_application_ein | CREATE INDEX kyc_application_ein ON public.kyc_application USING btree (ein_document)
index | kyc_application_front | CREATE INDEX kyc_application_front ON public.kyc_application USING btree (driving_license_front)
index | kyc_application_llc | CREATE INDEX kyc_application_llc ON public.kyc_application USING btree (llc_document)
index | kyc_application_pkey | CREATE UNIQUE INDEX kyc_application_pkey ON public.kyc_application USING btree (id)
index | kyc_application_search | CREATE INDEX kyc_application_search ON public.kyc_application USING gin (public.search_text(VARIADIC ARRAY[first_name, last_name, company_name]) public.gin_trgm_ops)
index | kyc_application_search_key | CREATE INDEX kyc_application_search_key ON public.kyc_application USING gin (public.search_key(VARIADIC ARRAY[first_name, last_name, company_name]) public.gin_trgm_ops)
index | kyc_application_user | CREATE INDEX kyc_application_user ON public.kyc_application USING btree (user_id, created_at DESC)
index | kyc_document_object | CREATE INDEX kyc_document_object ON public.kyc_document USING btree (object_id)
index | kyc_document_pkey | CREATE UNIQUE INDEX kyc_document_pkey ON public.kyc_document USING btree (application_id, kind)
index | ledger_account_pkey | CREATE UNIQUE INDEX ledger_account_pkey ON public.ledger_account USING btree (account_id)
index | ledger_batch_signature_pkey | CREATE UNIQUE INDEX ledger_batch_signature_pkey ON public.ledger_batch_signature USING btree (last_position)
index | ledger_checkpoint_halt_pkey | CREATE UNIQUE INDEX ledger_checkpoint_halt_pkey ON public.ledger_checkpoint_halt USING btree (stopped_at)
index | ledger_checkpoint_pkey | CREATE UNIQUE INDEX ledger_checkpoint_pkey ON public.ledger_checkpoint USING btree ("position")
index | ledger_entry_pkey | CREATE UNIQUE INDEX ledger_entry_pkey ON public.ledger_entry USING btree (account_id, "position")
index | ledger_entry_position | CREATE INDEX ledger_entry_position ON public.ledger_entry USING brin ("position") WITH (pages_per_range='16')
index | ledger_event_account_status | CREATE INDEX ledger_event_account_status ON public.ledger_event USING btree ("right"(stream, 36), "position") WHERE (type = ANY (ARRAY['AccountFrozen'::text, 'AccountUnfrozen'::text, 'AccountClosed'::text]))
index | ledger_event_index_actor | CREATE INDEX ledger_event_index_actor ON public.ledger_event_index USING btree (actor, type, "position")
index | ledger_event_index_correlation | CREATE INDEX ledger_event_index_correlation ON public.ledger_event_index USING hash (correlation_id)
index | ledger_event_index_customer | CREATE INDEX ledger_event_index_customer ON public.ledger_event_index USING btree (customer_id, "position")
index | ledger_event_index_pkey | CREATE UNIQUE INDEX ledger_event_index_pkey ON public.ledger_event_index USING btree ("position")
index | ledger_event_index_role | CREATE INDEX ledger_event_index_role ON public.ledger_event_index USING btree (actor_role, type, "position")
index | ledger_event_index_transaction | CREATE INDEX ledger_event_index_transaction ON public.ledger_event_index USING btree (transaction_id, "position") WHERE (transaction_id IS NOT NULL)
index | ledger_event_index_type | CREATE INDEX ledger_event_index_type ON public.ledger_event_index USING btree (type, "position")
index | ledger_event_pkey | CREATE UNIQUE INDEX ledger_event_pkey ON public.ledger_event USING btree ("position")
index | ledger_event_stream_version_key | CREATE UNIQUE INDEX ledger_event_stream_version_key ON public.ledger_event USING btree (stream, version)
index | ledger_event_transaction_change | CREATE INDEX ledger_event_transaction_change ON public.ledger_event USING btree ("substring"(payload, '"transactionId":"([0-9a-f-]{36})"'::text) COLLATE "C", "position") WHERE (type = ANY (ARRAY['TransactionStatusChanged'::text, 'TransferCanceled'::text, 'TransactionAmended'::text]))
index | ledger_follower_pkey | CREATE UNIQUE INDEX ledger_follower_pkey ON public.ledger_follower USING btree (name)
index | ledger_head_pkey | CREATE UNIQUE INDEX ledger_head_pkey ON public.ledger_head USING btree (id)
index | ledger_idempotency_key_pkey | CREATE UNIQUE INDEX ledger_idempotency_key_pkey ON public.ledger_idempotency_key USING btree (key, actor)
index | ledger_merkle_subtree_pkey | CREATE UNIQUE INDEX ledger_merkle_subtree_pkey ON public.ledger_merkle_subtree USING btree (level, place)
index | ledger_pending_command_ordinal_key | CREATE UNIQUE INDEX ledger_pending_command_ordinal_key ON public.ledger_pending_command USING btree (ordinal)
index | ledger_pending_command_pkey | CREATE UNIQUE INDEX ledger_pending_command_pkey ON public.ledger_pending_command USING btree (id)
index | ledger_projection_pkey | CREATE UNIQUE INDEX ledger_projection_pkey ON public.ledger_projection USING btree (name)
index | ledger_quarantine_pkey | CREATE UNIQUE INDEX ledger_quarantine_pkey ON public.ledger_quarantine USING btree (account_id)
index | ledger_staged_text_pkey | CREATE UNIQUE INDEX ledger_staged_text_pkey ON public.ledger_staged_text USING btree ("position", hash)
index | ledger_transaction_account | CREATE INDEX ledger_transaction_account ON public.ledger_transaction USING btree (account_id, created_position DESC)
index | ledger_transaction_late | CREATE INDEX ledger_transaction_late ON public.ledger_transaction USING btree (account_id, visible_at DESC, created_position DESC) WHERE (visible_at <> created_at)
index | ledger_transaction_listed | CREATE INDEX ledger_transaction_listed ON public.ledger_transaction USING btree (kind, status, created_position DESC) INCLUDE (amount_cents)
index | ledger_transaction_open | CREATE INDEX ledger_transaction_open ON public.ledger_transaction USING btree (account_id) WHERE ((visible_at IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'processing'::text, 'initiated'::text, 'in_review'::text])))
index | ledger_transaction_pkey | CREATE UNIQUE INDEX ledger_transaction_pkey ON public.ledger_transaction USING btree (transaction_id)
index | ledger_transaction_position | CREATE INDEX ledger_transaction_position ON public.ledger_transaction USING brin (created_position) WITH (pages_per_range='16')
index | ledger_transaction_text_pkey | CREATE UNIQUE INDEX ledger_transaction_text_pkey ON public.ledger_transaction_text USING btree (transaction_id)
index | ledger_verification_one_open | CREATE UNIQUE INDEX ledger_verification_one_open ON public.ledger_verification USING btree ((true)) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]))
index | ledger_verification_pkey | CREATE UNIQUE INDEX ledger_verification_pkey ON public.ledger_verification USING btree (id)
index | ledger_verification_requested | CREATE INDEX ledger_verification_requested ON public.ledger_verification USING btree (requested_at DESC)
index | money_request_block_pkey | CREATE UNIQUE INDEX money_request_block_pkey ON public.money_request_block USING btree (user_id, asker_id)
index | money_request_by_asker | CREATE INDEX money_request_by_asker ON public.money_request USING btree (asker_id, created_at)
index | money_request_by_payer | CREATE INDEX money_request_by_payer ON public.money_request USING btree (payer_id, created_at)
index | money_request_pkey | CREATE UNIQUE INDEX money_request_pkey ON public.money_request USING btree (id)
index | notification_read_pkey | CREATE UNIQUE INDEX notification_read_pkey ON public.notification_read USING btree (user_id)
index | otp_pkey | CREATE UNIQUE INDEX otp_pkey ON public.otp USING btree (user_id, purpose)
index | outbox_failed | CREATE INDEX outbox_failed ON public.outbox USING btree (failed_at) WHERE (failed_at IS NOT NULL)
index | outbox_open | CREATE INDEX outbox_open ON public.outbox USING btree (created_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL))
index | outbox_pkey | CREATE UNIQUE INDEX outbox_pkey ON public.outbox USING btree (id)
index | outbox_queued | CREATE INDEX outbox_queued ON public.outbox USING btree (enqueued_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL) AND (enqueued_at IS NOT NULL))
index | outbox_sent | CREATE INDEX outbox_sent ON public.outbox USING btree (sent_at) WHERE (sent_at IS NOT NULL)
index | outbox_unqueued | CREATE INDEX outbox_unqueued ON public.outbox USING btree (created_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL) AND (enqueued_at IS NULL))
index | passkey_by_user | CREATE INDEX passkey_by_user ON public.passkey USING btree (user_id)
index | passkey_credential_id_key | CREATE UNIQUE INDEX passkey_credential_id_key ON public.passkey USING btree (credential_id)
index | passkey_pkey | CREATE UNIQUE INDEX passkey_pkey ON public.passkey USING btree (id)
index | pending_sign_in_by_user | CREATE INDEX pending_sign_in_by_user ON public.pending_sign_in USING btree (user_id)
index | pending_sign_in_pkey | CREATE UNIQUE INDEX pending_sign_in_pkey ON public.pending_sign_in USING btree (id)
index | pending_sign_in_token_hash_key | CREATE UNIQUE INDEX pending_sign_in_token_hash_key ON public.pending_sign_in USING btree (token_hash)
index | recipient_pkey | CREATE UNIQUE INDEX recipient_pkey ON public.recipient USING btree (user_id, account, routing)
index | recovery_code_pkey | CREATE UNIQUE INDEX recovery_code_pkey ON public.recovery_code USING btree (user_id, code_hash)
index | registration_browser_by_registration | CREATE INDEX registration_browser_by_registration ON public.registration_browser USING btree (registration_id)
index | registration_browser_pkey | CREATE UNIQUE INDEX registration_browser_pkey ON public.registration_browser USING btree (browser_hash, email)
index | registration_by_email | CREATE INDEX registration_by_email ON public.registration USING btree (email)
index | registration_by_email_key | CREATE INDEX registration_by_email_key ON public.registration USING btree (COALESCE(email_key, email))
index | registration_by_expiry | CREATE INDEX registration_by_expiry ON public.registration USING btree (expires_at)
index | registration_by_moniker | CREATE INDEX registration_by_moniker ON public.registration USING btree (moniker)
index | registration_pkey | CREATE UNIQUE INDEX registration_pkey ON public.registration USING btree (id)
index | request_key_pkey | CREATE UNIQUE INDEX request_key_pkey ON public.request_key USING btree (key, actor)
index | saved_filter_pkey | CREATE UNIQUE INDEX saved_filter_pkey ON public.saved_filter USING btree (id)
index | saved_filter_user_id_list_name_key | CREATE UNIQUE INDEX saved_filter_user_id_list_name_key ON public.saved_filter USING btree (user_id, list, name)
index | session_by_expiry | CREATE INDEX session_by_expiry ON public.session USING btree (expires_at)
index | session_by_user | CREATE INDEX session_by_user ON public.session USING btree (user_id)
index | session_pkey | CREATE UNIQUE INDEX session_pkey ON public.session USING btree (id)
index | session_public_id_key | CREATE UNIQUE INDEX session_public_id_key ON public.session USING btree (public_id)
index | session_token_hash_key | CREATE UNIQUE INDEX session_token_hash_key ON public.session USING btree (token_hash)
index | sign_in_alert_expires | CREATE INDEX sign_in_alert_expires ON public.sign_in_alert USING btree (expires_at)
index | sign_in_alert_pkey | CREATE UNIQUE INDEX sign_in_alert_pkey ON public.sign_in_alert USING btree (token_hash)
index | sign_in_alert_user | CREATE INDEX sign_in_alert_user ON public.sign_in_alert USING btree (user_id, created_at)
index | stored_object_loose | CREATE INDEX stored_object_loose ON public.stored_object USING btree (changed_at) WHERE (status <> 'attached'::text)
index | stored_object_pkey | CREATE UNIQUE INDEX stored_object_pkey ON public.stored_object USING btree (id)
index | stored_object_sealed_with | CREATE INDEX stored_object_sealed_with ON public.stored_object USING btree (sealed_with) WHERE (sealed_with IS NOT NULL)
index | stored_object_user | CREATE INDEX stored_object_user ON public.stored_object USING btree (user_id, created_at DESC)
index | transaction_category_latest | CREATE INDEX transaction_category_latest ON public.transaction_category USING btree (user_id, changed_at)
index | transaction_category_pkey | CREATE UNIQUE INDEX transaction_category_pkey ON public.transaction_category USING btree (transaction_id)
index | transfer_plan_due | CREATE INDEX transfer_plan_due ON public.transfer_plan USING btree (run_at) WHERE (status = 'active'::text)
index | transfer_plan_pkey | CREATE UNIQUE INDEX transfer_plan_pkey ON public.transfer_plan USING btree (id)
index | transfer_plan_user | CREATE INDEX transfer_plan_user ON public.transfer_plan USING btree (user_id, created_at)
role | moniker_app | login
role | moniker_auditor | login
setting | moniker_auditor default_transaction_read_only | default_transaction_read_only=on
table | access_log | kind r, owner moniker_owner
table | access_log_head | kind r, owner moniker_owner
table | account_request | kind r, owner moniker_owner
table | admin_role_change | kind r, owner moniker_owner
table | app_user | kind r, owner moniker_owner
table | approval_proposal | kind r, owner moniker_owner
table | attempt | kind r, owner moniker_owner
table | authenticator_app | kind r, owner moniker_owner
table | chat_conversation | kind r, owner moniker_owner
table | chat_message | kind r, owner moniker_owner
table | code_recipient | kind r, owner moniker_owner
table | dashboard_content | kind r, owner moniker_owner
table | emailed_code | kind r, owner moniker_owner
table | factor_challenge | kind r, owner moniker_owner
table | failed_sign_in | kind r, owner moniker_owner
table | identity_claim | kind r, owner moniker_owner
table | known_browser | kind r, owner moniker_owner
table | kyc_application | kind r, owner moniker_owner
table | kyc_document | kind r, owner moniker_owner
table | ledger_account | kind r, owner moniker_owner
table | ledger_account_row | kind c, owner moniker_owner
table | ledger_batch_signature | kind r, owner moniker_owner
table | ledger_batch_signature_row | kind c, owner moniker_owner
table | ledger_checkpoint | kind r, owner moniker_owner
table | ledger_checkpoint_halt | kind r, owner moniker_owner
table | ledger_entry | kind r, owner moniker_owner
table | ledger_entry_row | kind c, owner moniker_owner
table | ledger_entry_row_2 | kind c, owner moniker_owner
table | ledger_event | kind r, owner moniker_owner
table | ledger_event_index | kind r, owner moniker_owner
table | ledger_event_index_row | kind c, owner moniker_owner
table | ledger_event_row | kind c, owner moniker_owner
table | ledger_follower | kind r, owner moniker_owner
table | ledger_head | kind r, owner moniker_owner
table | ledger_idempotency_key | kind r, owner moniker_owner
table | ledger_idempotency_key_row | kind c, owner moniker_owner
table | ledger_merkle_subtree | kind r, owner moniker_owner
table | ledger_pending_command | kind r, owner moniker_owner
table | ledger_pending_command_ordinal_seq | kind S, owner moniker_owner
table | ledger_pending_command_row | kind c, owner moniker_owner
table | ledger_projection | kind r, owner moniker_owner
table | ledger_quarantine | kind r, owner moniker_owner
table | ledger_quarantine_row | kind c, owner moniker_owner
table | ledger_staged_text | kind r, owner moniker_owner
table | ledger_staged_text_row | kind c, owner moniker_owner
table | ledger_transaction | kind r, owner moniker_owner
table | ledger_transaction_row | kind c, owner moniker_owner
table | ledger_transaction_row_2 | kind c, owner moniker_owner
table | ledger_transaction_row_3 | kind c, owner moniker_owner
table | ledger_transaction_text | kind r, owner moniker_owner
table | ledger_transaction_text_row | kind c, owner moniker_owner
table | ledger_transaction_text_row_2 | kind c, owner moniker_owner
table | ledger_verification | kind r, owner moniker_owner
table | money_request | kind r, owner moniker_owner
table | money_request_block | kind r, owner moniker_owner
table | notification_read | kind r, owner moniker_owner
table | otp | kind r, owner moniker_owner
table | outbox | kind r, owner moniker_owner
table | passkey | kind r, owner moniker_owner
table | pending_sign_in | kind r, owner moniker_owner
table | recipient | kind r, owner moniker_owner
table | recovery_code | kind r, owner moniker_owner
table | registration | kind r, owner moniker_owner
table | registration_browser | kind r, owner moniker_owner
table | request_key | kind r, owner moniker_owner
table | saved_filter | kind r, owner moniker_owner
table | schema_migration | kind r, owner moniker_owner
table | schema_migration_id_seq | kind S, owner moniker_owner
table | session | kind r, owner moniker_owner
table | sign_in_alert | kind r, owner moniker_owner
table | stored_object | kind r, owner moniker_owner
table | transaction_category | kind r, owner moniker_owner
table | transfer_plan | kind r, owner moniker_owner
trigger | access_log.access_log_no_change | CREATE TRIGGER access_log_no_change BEFORE DELETE OR UPDATE ON public.access_log FOR EACH ROW EXECUTE FUNCTION public.ledger_refuse_change()
trigger | access_log.access_log_no_truncate | CREATE TRIGGER access_log_no_truncate BEFORE TRUNCATE ON public.access_log FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_change()
trigger | kyc_application.kyc_application_documents | CREATE TRIGGER kyc_application_documents AFTER INSERT OR UPDATE OF driving_license_front, driving_license_back, llc_document, ein_document ON public.kyc_application FOR EACH ROW EXECUTE FUNCTION public.copy_documents_of_application()
trigger | kyc_document.kyc_document_column | CREATE TRIGGER kyc_document_column AFTER INSERT OR DELETE OR UPDATE OF object_id ON public.kyc_document FOR EACH ROW EXECUTE FUNCTION public.copy_document_to_application()
trigger | ledger_batch_signature.ledger_batch_signature_no_change | CREATE TRIGGER ledger_batch_signature_no_change BEFORE DELETE OR UPDATE ON public.ledger_batch_signature FOR EACH ROW EXECUTE FUNCTION public.ledger_refuse_change()
trigger | ledger_batch_signature.ledger_batch_signature_no_truncate | CREATE TRIGGER ledger_batch_signature_no_truncate BEFORE TRUNCATE ON public.ledger_batch_signature FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_change()
trigger | ledger_event.ledger_event_no_change | CREATE TRIGGER ledger_event_no_change BEFORE DELETE OR UPDATE ON public.ledger_event FOR EACH ROW EXECUTE FUNCTION public.ledger_refuse_change()
trigger | ledger_event.ledger_event_no_truncate | CREATE TRIGGER ledger_event_no_truncate BEFORE TRUNCATE ON public.ledger_event FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_change()
trigger | outbox.outbox_announced | CREATE TRIGGER outbox_announced AFTER INSERT ON public.outbox FOR EACH STATEMENT EXECUTE FUNCTION public.announce_outbox()
`;
