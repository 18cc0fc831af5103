/**
 * Short requests about times, quantities, choices, names and codes: innocent ones that look contradictory, longer ones as
 * agents write them, and contradictions. Rules may be tuned on them.
 */
import { call, type LabelledCall, type LabelledRequest } from './labelled.ts';

type Short = readonly [says: string, calls: readonly LabelledCall[]];

const PLAIN: readonly Short[] = [
  // Times, choices, switches, names and quantities
  ['It works on staging. Shall I deploy it?', call('deploy', { version: '7.2.0', environment: 'production' })],
  ['Staging is green, QA signed off. Deploy?', call('deploy', { environment: 'prod', version: '7.2.0' })],
  ['The same fix is in test for a week. May I ship it to all customers?', call('deploy', { environment: 'live' })],
  ['Copy the settings from production to staging?', call('copy_settings', { source: 'production', target: 'staging' })],
  [
    'Dana is an admin and asks for access for Kim. OK?',
    call('grant_access', { user: 'kim@corp.example', role: 'viewer' }),
  ],
  ['Only admins can see it today. Shall I let Kim see it?', call('grant_access', { user: 'kim', role: 'reader' })],
  [
    'The owner of the board asked for write access for Kim.',
    call('grant_access', { user: 'kim', permission: 'editor' }),
  ],
  ['Kim can read it already but has to change two pages.', call('grant_access', { user: 'kim', role: 'editor' })],
  [
    'It came in with low priority, but the shop is down: urgent now. Raise it?',
    call('set_priority', { ticket: 'T-9', priority: 'urgent' }),
  ],
  ['Three tickets with high priority wait, so this one can be normal.', call('set_priority', { priority: 'normal' })],
  [
    'The repository is private and should be open source from Monday on. Shall I?',
    call('update_repository', { visibility: 'public' }),
  ],
  ['Make the public calendar bookable?', call('update_calendar', { bookable: true, visibility: 'public' })],
  ['Send the weekly report every month only?', call('set_report', { report: 'weekly', interval: 'monthly' })],
  ['The weekly report is ready. Schedule it?', call('schedule_report', { frequency: 'weekly', hour: 7 })],
  [
    'She is on sick leave till Friday and then takes a week of vacation. Enter the vacation?',
    call('create_absence', { type: 'vacation', days: 5 }),
  ],
  ['Business class is 780 EUR, so economy it is.', call('book', { cabin: 'economy' })],
  ['No single room is left; I take the double for one.', call('book', { room: 'double', guests: 1 })],
  [
    'Turn the old alert off and the new one on?',
    [...call('set_alert', { alert: 'old', enabled: false }), ...call('set_alert', { alert: 'new', enabled: true })],
  ],
  ['Turn on maintenance mode and disable the cron jobs?', call('set_maintenance', { enabled: true, cron: 'stop' })],
  ['Pause the campaign; I start it again on Monday.', call('pause_campaign', { campaign: 'c-2' })],
  ['Block the card and order a new one, please unlock nothing.', call('block_card', { card: '4242' })],
  ['Archive it instead of deleting it?', call('archive_folder', { folder: 'x', permanent: false })],
  ['I would delete the copies and archive the originals.', call('delete_files', { folder: 'copies' })],
  ['After a dry run without errors I would run it for real.', call('run_job', { job: 'cleanup', dryRun: false })],
  [
    'Without the newsletter she would miss the news, so subscribe her?',
    call('subscribe', { email: 'ann@mail.example', newsletter: true }),
  ],
  ['I notify the owners myself. Delete it?', call('delete_project', { project: 'x', notifyOwners: false })],
  ['Not insured so far. Add the insurance?', call('update_parcel', { parcel: 'P-1', insured: true })],
  [
    'They leave the Team plan for something bigger, as their admin wrote. OK?',
    call('change_plan', { customer: 'x', plan: 'business' }),
  ],
  ['The Berlin team asks for it. May I add the queue?', call('add_queue', { name: 'returns', team: 'logistics' })],
  ['The Spring list bounced too often; may I use the other one?', call('send', { list: 'customers', template: 'x' })],
  ['He moved from Italy to Spain in May. New address?', call('set_address', { city: 'Madrid', country: 'ES' })],
  [
    'The goods are made in China; the parcel stays within the EU.',
    call('create_shipment', { city: 'Graz', countryCode: 'AT', service: 'standard' }),
  ],
  ['Our German customer wants it sent to her office in Zürich.', call('ship', { city: 'Zürich', country: 'CH' })],
  ['Doors open at 8:30, the talk is at 10. Shall I book?', call('book_stage', { start: '2026-06-01T10:00:00' })],
  ['The shop closes at 18:00. Send the driver before?', call('send_driver', { at: '16:30' })],
  ['It failed at 02:14 tonight. Restart it at noon?', call('schedule_restart', { at: '2026-06-01T12:00:00Z' })],
  ['Meet at 4 pm in New York?', call('create_event', { start: '2026-06-01T20:00:00Z', minutes: 30 })],
  ['Meet at 16:00 Lisbon time?', call('create_event', { start: '2026-06-01T15:00:00Z', timeZone: 'Europe/Lisbon' })],
  [
    'From 9 to 11:30 on 4 June, in room 2. Book?',
    call('book_room', { room: 2, start: '2026-06-04T09:00', end: '2026-06-04T11:30' }),
  ],
  ['Call her back at half past two?', call('schedule_call', { at: '2026-06-04T14:30:00' })],
  [
    'Her flight lands at 17:40; pick her up twenty minutes later?',
    call('book_taxi', { pickup: '2026-06-04T18:00:00' }),
  ],
  ['Mail goes out daily at 06:00. Add this one to the next?', call('queue_mail', { sendAt: '2026-06-04T06:00:00' })],
  ['The video is 90 seconds and 40 MB. Upload it?', call('upload', { maxSizeMb: 200, timeoutSeconds: 600 })],
  ['The parcel of 3 kg is lost. Shall I send a new one?', call('send_parcel', { weightKg: 3, days: 5 })],
  ['The key is valid for a year. Renew it 30 days before?', call('set_renewal', { validDays: 365, beforeDays: 30 })],
  ['The trial was 14 days; I give her another week.', call('extend_trial', { days: 7 })],
  ['It took 3 days for 2 TB. Move the other 500 GB?', call('move_data', { sizeGb: 500, from: 'a', to: 'b' })],
  ['Ship two boxes of 40 x 30 x 20 cm?', call('ship', { boxes: 2, lengthCm: 40, widthCm: 30, heightCm: 20 })],
  [
    'Monday 4 May to Friday 8 May. Enter it?',
    call('create_absence', { from: '2026-05-04', to: '2026-05-08', days: 5 }),
  ],
  ['Arrival 4 May, departure 8 May. Book?', call('book_hotel', { checkIn: '2026-05-04', nights: 4 })],
  ['Invoice INV-3321 replaces INV-3312. Send it?', call('send_invoice', { invoice: 'INV-3321' })],
  ['INV-3312 is wrong. Shall I send a corrected one?', call('create_invoice', { invoice: 'INV-3340' })],
  ['Bump it from 2.4.1 to the next patch?', call('release', { version: '2.4.2' })],
  ['PR-881 reverts PR-879. Merge it?', call('merge', { pullRequest: 'PR-881' })],

  // What the same rules must leave alone
  [
    'Standup at 9:45 instead of 10, every weekday. Move it?',
    call('update_series', { series: 's-1', time: '09:45', days: 5 }),
  ],
  [
    'The 14:00 with Kim moves to 15:30, the room stays. OK?',
    call('update_event', { eventId: 'e-7', start: '2026-05-06T15:30:00+02:00' }),
  ],
  [
    'The store in Lyon opens at 9, the van is there by 8. Book it for half past seven?',
    call('book_van', { from: '07:30' }),
  ],
  [
    'Version 3 of the contract, dated 2 May, replaces version 2. File it?',
    call('file_document', { document: 'contract-v3.pdf', version: 3 }),
  ],
  ['Node 20.11 has a security fix; we run 20.9. Update?', call('set_runtime', { runtime: 'node', version: '20.11.1' })],
  [
    'We run Postgres 14.9 and the vendor supports up to 16. Go to 15?',
    call('upgrade_database', { engine: 'postgres', version: '15.4' }),
  ],
  ['He is a guest now; as a member he could book rooms. Change it?', call('set_role', { user: 'x', role: 'member' })],
  [
    'Anna (admin) wants Tom to see invoices, nothing more.',
    call('grant_access', { user: 'tom', role: 'billing_viewer' }),
  ],
  [
    'The test account in production is unused. Delete it?',
    call('delete_account', { account: 'test-1', environment: 'production' }),
  ],
  [
    'Tests run in dev and staging already; turn them on in production, too?',
    call('set_ci', { environment: 'production', enabled: true }),
  ],
  [
    'Conversion rose from 2.1 % to 2.6 % with the new page. Give it all the traffic?',
    call('set_split', { variant: 'b', percent: 100 }),
  ],
  [
    'Tax is 20 % in the UK and 23 % in Ireland; this customer is in Dublin.',
    call('set_tax', { customer: 'c-1', country: 'IE', ratePercent: 23 }),
  ],
  ['From 15 % to 20 % for members only. Set it?', call('set_discount', { group: 'members', percent: 20 })],
  [
    '2 kg at 4.50 EUR per kg, that is 9 EUR. Order?',
    call('order', { item: 'coffee', weightKg: 2, total: 9, currency: 'EUR' }),
  ],
  ['5 GB are left of 20; add 10?', call('add_storage', { gb: 10 })],
  [
    'The plan has 50 GB, they use 62 GB. Move them to the next one (100 GB)?',
    call('change_plan', { plan: 'plus', storageGb: 100 }),
  ],
  ['A half-hour call, 25 minutes net. Book it?', call('book_call', { minutes: 30 })],
  ['Lunch from noon to one, an hour. Block it?', call('block_calendar', { start: '12:00', end: '13:00' })],
  [
    'The lease ends on 31 March 2027, notice is three months. Send it on 15 December?',
    call('schedule_letter', { sendOn: '2026-12-15' }),
  ],
  [
    'Probation of six months from 1 April 2026. Enter the end?',
    call('set_probation', { start: '2026-04-01', end: '2026-09-30' }),
  ],
  [
    'Two days before the fair (9 to 11 June 2026) the stand is built. Book the truck?',
    call('book_truck', { date: '2026-06-07' }),
  ],
  [
    'Friday is a holiday, so the newsletter goes out on Thursday, 2 April.',
    call('schedule_newsletter', { sendAt: '2026-04-02T07:00:00Z' }),
  ],
  ['Ticket 4411 is about order 1144. Close the ticket?', call('close_ticket', { ticketId: '4411' })],
  ['Server db-12 replaces db-21. Decommission the old one?', call('decommission', { host: 'db-21' })],
  [
    'Mia wrote from her phone, +49 170 5550123; her record has 5550132. Correct it?',
    call('update_contact', { contact: 'mia', phone: '+491705550123' }),
  ],
  [
    'Ann and two others of the Lyon office get it: ann@lyon.example. Send?',
    call('send_email', { to: ['ann@lyon.example', 'bea@lyon.example', 'cid@lyon.example'] }),
  ],
  [
    'Only the owner gets a copy, nobody of the team. Mail ann@corp.example?',
    call('send_email', { to: 'ann@corp.example', bcc: 'owner@corp.example' }),
  ],
  [
    'No reminders any more for C-118; turn them off but keep the invoices on.',
    call('update_settings', { customer: 'C-118', reminders: false, invoices: true }),
  ],
  [
    'Do not send it now, schedule it for 7 May at 8:00.',
    call('schedule_email', { sendAt: '2026-05-07T08:00:00', notify: true }),
  ],
  [
    'They did not want the insurance last year, this year they do.',
    call('book_trip', { trip: 't-1', insurance: true }),
  ],
  ['Spain and Portugal are live; open Italy next.', call('open_market', { country: 'IT' })],
  [
    'She is French but lives in Belgium; the invoice goes there.',
    call('create_invoice', { customer: 'x', country: 'BE' }),
  ],
  [
    'Annual leave: 24 of 30 days are taken. Book the other six for the week after Christmas?',
    call('create_absence', { type: 'vacation', days: 6 }),
  ],
  [
    'Severity was high at night, it is low since the patch. Adjust?',
    call('update_incident', { incident: 'INC-1', severity: 'low' }),
  ],
  ['Keep the public page up and delete the private copies.', call('delete_pages', { visibility: 'private' })],
  ['Remove the block so that she can sign in?', call('unblock_user', { user: 'x' })],
  ['I stop the job before I start the restore. First step?', call('stop_job', { job: 'sync' })],

  // And the later ones
  ['The February invoice is paid; bill them for March.', call('create_invoice', { customer: 'x', period: '2026-03' })],
  ['In May we had 40 orders. Draw up the report for the month before?', call('create_report', { month: '2026-04' })],
  ['May I close the books for April?', call('close_books', { period: '2026-04' })],
  ['Q1 was flat. Shall I send the forecast for the next quarter?', call('send_forecast', { quarter: 'Q2' })],
  ['She asked for a PDF last time; the auditor needs it as a spreadsheet.', call('export_report', { format: 'xlsx' })],
  ['The PDF is too large, so I would send the CSV export.', call('export_report', { format: 'csv' })],
  ['Express would be 18 EUR, the customer took standard.', call('create_shipment', { service: 'standard' })],
  ['The contract is in German; she asked for the English one.', call('send_contract', { language: 'en' })],
  ['He speaks Spanish, but the form exists in English only.', call('send_form', { locale: 'en-GB' })],
  ['Basic is too small for them, Enterprise too dear: Pro it is.', call('change_plan', { plan: 'pro' })],
  ['They had Premium for a month for free and fall back now.', call('change_plan', { plan: 'basic' })],
  [
    'The team wants to go to the Business plan in autumn; extend the trial until then?',
    call('extend_trial', { plan: 'trial', days: 60 }),
  ],
  [
    'The board meets on Friday. Shall I send the papers before?',
    call('schedule_mail', { sendAt: '2026-05-06T09:00:00' }),
  ],
  ['It was planned for Monday; the room is free on Tuesday. Move it?', call('update_event', { date: '2026-05-05' })],
  ['Reviews are on Tuesdays, this one on Wednesday, 6 May. OK?', call('create_event', { date: '2026-05-06' })],
  ['Send it to Friday Design Ltd today?', call('send_offer', { date: '2026-05-06', customer: 'Friday Design Ltd' })],
  ['Ask Jonas Weber: his deputy is ill. Who signs is up to him.', call('request_signature', { signer: 'Jonas Weber' })],
  ['Ms Weber signs for the tenant.', call('request_signature', { signer: 'Anna Weber', role: 'tenant' })],
  ['The New York office pays for the flight to New Orleans.', call('book_flight', { city: 'New Orleans' })],
  ['From 21 Quay Street they moved into number 12.', call('set_address', { street: 'Quay Street', number: 12 })],
  ['San Diego is sold out, and she took the seminar in San Antonio.', call('book_seminar', { city: 'San Antonio' })],
  [
    'Notify the owners, then turn on the new plan.',
    call('update_plan', { plan: 'x', active: true, notifyOwners: true }),
  ],
  ['The alerts were off over Easter. Switch them on again?', call('set_alerts', { enabled: true })],
  [
    'With insurance it is 240 EUR, without 210 EUR. She takes it without.',
    call('book_trip', { insurance: false, price: 210 }),
  ],
  ['Do not disable the account, only the token.', call('disable_token', { token: 't-1' })],
  ['Two-factor is not active for him yet. Activate it?', call('update_user', { user: 'x', twoFactor: true })],
  ['From 4 to 8 May she is away, of which three days are leave.', call('create_absence', { days: 3 })],
  [
    'Away 4 to 15 May 2026, which are nine working days. Enter them?',
    call('create_absence', { days: 9, type: 'vacation' }),
  ],
  [
    'Check-in on 4 May, check-out on 8 May, the room costs 90 EUR a night.',
    call('book_hotel', { nights: 4, rate: 90 }),
  ],
  ['He knows Python 2, the job runs on Python 3.12 now.', call('set_runtime', { runtime: 'python3.12' })],
  ['Redis 7.2 needs OpenSSL 3; set the image to redis 7.2?', call('set_image', { image: 'redis:7.2-alpine' })],
  [
    'Return flight on 9 May; outbound she takes the train. One-way then.',
    call('book_flight', { trip: 'one-way', date: '2026-05-09' }),
  ],
  [
    'It leaves our warehouse in Germany today and is in Graz by Friday.',
    call('create_shipment', { city: 'Graz', country: 'AT' }),
  ],
  ['From Germany it goes on to Graz on Monday.', call('create_shipment', { city: 'Graz', country: 'AT' })],
  ['I set the meeting to room 12 for 8 people.', call('move_meeting', { room: 12, seats: 20 })],
  ['Change the address to 12 Quay Street, floor 3?', call('set_address', { street: 'Quay Street', floor: 3 })],
  ['Scale to 6 at night, 9 by day. Apply the day plan?', call('scale', { replicas: 9, maxSurge: 2 })],
  ['Scale it to 6?', call('scale', { replicas: 6, surge: 2 })],
  ['A licence for two years, from March 2026 on. Buy it?', call('buy_licence', { month: 3, year: 2026, term: 2 })],
  ['Delete web-05; web-01 to web-04 stay.', call('delete_server', { server: 'web-05' })],

  // Longer ones, written when the rules were done
  [
    'The customer signed today. I would create the project with a budget of 40,000 EUR, start on 1 June, 12 weeks, Lena as lead.',
    call('create_project', {
      name: 'Relaunch',
      budget: 40000,
      currency: 'EUR',
      start: '2026-06-01',
      end: '2026-08-24',
      lead: 'lena',
    }),
  ],
  [
    'Three invoices are overdue (RE-101, RE-104, RE-109). I would send second reminders with a fee of 5 EUR each.',
    call('send_reminders', { invoices: ['RE-101', 'RE-104', 'RE-109'], level: 2, fee: 5, currency: 'EUR' }),
  ],
  [
    'Disk on db-3 is 92 % full and grows by 4 GB a day. I want to extend it from 200 GB to 300 GB, no downtime.',
    call('extend_disk', { host: 'db-3', sizeGb: 300, downtime: false }),
  ],
  [
    'Please approve the on-call swap: Amir takes Saturday 13 June from Bea, 08:00 to 20:00.',
    call('swap_shift', { from: 'bea', to: 'amir', start: '2026-06-13T08:00:00', end: '2026-06-13T20:00:00' }),
  ],
  [
    'The certificate for api.corp.example runs out on 30 May. I renew it for 90 days, as all the others.',
    call('renew_certificate', { host: 'api.corp.example', days: 90, notBefore: '2026-05-20' }),
  ],
  [
    'He was charged twice: 49.00 USD on 3 May and again on 4 May. Refund the second charge.',
    call('refund_charge', { charge: 'ch_8812', amount: 49, currency: 'USD' }),
  ],
  [
    'I will add a CNAME for shop to shops.host.example with a TTL of one hour; the old A record to 203.0.113.9 goes.',
    call('upsert_record', { name: 'shop', type: 'CNAME', value: 'shops.host.example', ttl: 3600 }),
  ],
  [
    'Onboarding for Nadia: account, laptop, mailing lists eng and all, start 1 September, manager Piet.',
    call('onboard', { name: 'Nadia Roux', start: '2026-09-01', manager: 'piet', lists: ['eng', 'all'] }),
  ],
  [
    'Candidate interview by video on 9 June at 2 pm CEST, 45 min, with Piet and Lena.',
    call('schedule_interview', { start: '2026-06-09T12:00:00Z', minutes: 45, interviewers: ['piet', 'lena'] }),
  ],
  [
    'The lab needs 40 tubes of 5 ml and 2 boxes of gloves (M). Total 128.40 EUR including 20.50 EUR tax.',
    call('order_items', {
      items: [
        { sku: 'TUBE-5', quantity: 40 },
        { sku: 'GLOVE-M', quantity: 2 },
      ],
      total: 128.4,
      currency: 'EUR',
    }),
  ],
  [
    'Retire the feature flag old_cart: it has been at 0 % since March and no code reads it.',
    call('delete_flag', { flag: 'old_cart' }),
  ],
  [
    'Her address changed: now 8 Rue Oberkampf, 75011 Paris, before 17 Rue de la Roquette.',
    call('update_address', { street: '8 Rue Oberkampf', zip: '75011', city: 'Paris', country: 'FR' }),
  ],
  [
    'Campaign budget: 300 EUR a day for 14 days, so 4,200 EUR at most. Start on Monday.',
    call('start_campaign', { dailyBudget: 300, days: 14, total: 4200, currency: 'EUR' }),
  ],
  [
    'Post is fine now (typo fixed), publish it at 9:00 tomorrow in both English and German.',
    call('publish_post', { post: 'p-12', at: '2026-05-13T09:00:00', languages: ['en', 'de'] }),
  ],
  [
    'Backup policy: keep 7 daily, 4 weekly and 12 monthly copies.',
    call('set_backup_policy', { daily: 7, weekly: 4, monthly: 12 }),
  ],
  [
    'I propose to move ticket SUP-1182 to the billing queue; it came in as technical, priority normal.',
    call('move_ticket', { ticket: 'SUP-1182', queue: 'billing', priority: 'normal' }),
  ],
  [
    'Bump lodash from 4.17.20 to 4.17.21 in web and admin; tests are green in CI.',
    call('update_dependency', { package: 'lodash', version: '4.17.21', repos: ['web', 'admin'] }),
  ],
  [
    'Room 301 is double-booked on 4 June, 10 to 12. I give Sales room 305 instead.',
    call('assign_room', { room: '305', date: '2026-06-04', from: '10:00', to: '12:00' }),
  ],
  [
    'Customs: 3 cartons, 41.2 kg gross, 38.0 kg net, value 1,120.00 USD, HS code 8517.62, from China to Poland.',
    call('declare', {
      cartons: 3,
      grossKg: 41.2,
      netKg: 38,
      value: 1120,
      currency: 'USD',
      hsCode: '8517.62',
      country: 'PL',
    }),
  ],
  [
    'Ms Ito asked to be called "Ito-san" in mails; the salutation field takes 20 characters.',
    call('update_contact', { contact: 'c-22', salutation: 'Ito-san' }),
  ],
  [
    'Lock the account after 5 failed logins instead of 10, for 15 minutes.',
    call('set_lockout', { attempts: 5, minutes: 15 }),
  ],
  [
    'We pay 60 % now and 40 % on delivery: 2,400 of 4,000 EUR today.',
    call('pay', { amount: 2400, currency: 'EUR', reference: 'PO-88' }),
  ],
  [
    'Grant the auditors (audit@kpm.example) read access to finance-2025 until 30 June; they must not see finance-2026.',
    call('share_folder', {
      folder: 'finance-2025',
      with: 'audit@kpm.example',
      permission: 'read',
      until: '2026-06-30',
    }),
  ],
  [
    'The meeting notes go to all 9 attendees; Kim was absent but wants them, too, so 10 mails.',
    call('send_notes', { recipients: 10, attachPdf: true }),
  ],
  [
    'Restart worker-2 and worker-5, they hang since 03:40. The other six are fine.',
    call('restart', { workers: ['worker-2', 'worker-5'] }),
  ],
  [
    'Extend his contract by six months to 31 December 2026, same hours (30 a week).',
    call('extend_contract', { employee: 'e-77', until: '2026-12-31', weeklyHours: 30 }),
  ],
  [
    'Seats go from 40 to 55 on the annual plan, 15 more at 96 EUR, prorated 720 EUR now.',
    call('update_seats', { seats: 55, charge: 720, currency: 'EUR', interval: 'year' }),
  ],
  [
    'Prescription: amoxicillin 500 mg three times a day for 7 days, 21 tablets.',
    call('prescribe', { drug: 'amoxicillin', doseMg: 500, perDay: 3, days: 7, tablets: 21 }),
  ],
  [
    'Blood test on Thursday, 7 May at 7:45, fasting; result within 2 days.',
    call('book_lab', { date: '2026-05-07', time: '07:45', fasting: true }),
  ],
  [
    'Ship order 55120 by express: promised for Friday, standard takes four days.',
    call('ship_order', { order: '55120', service: 'express' }),
  ],
  [
    'Two-hour maintenance on Sunday 03:00 UTC, 5 am in Berlin. Status page is prepared.',
    call('schedule_maintenance', { start: '2026-06-07T03:00:00Z', minutes: 120, notify: true }),
  ],
  [
    'Turn on the vacation responder from 6 to 17 July, text in English and Spanish.',
    call('set_responder', { enabled: true, from: '2026-07-06', to: '2026-07-17' }),
  ],
  [
    'Raise the rate limit for partner p-9 from 100 to 250 requests a minute until the import is done.',
    call('set_rate_limit', { partner: 'p-9', requestsPerMinute: 250 }),
  ],
  [
    'Convert 5,000 GBP to EUR at 1.17, that gives about 5,850 EUR.',
    call('convert', { amount: 5000, from: 'GBP', to: 'EUR', rate: 1.17 }),
  ],
  [
    'Delete the 3 test orders (900001 to 900003) in the live shop; they were made in the training.',
    call('delete_orders', { orders: ['900001', '900002', '900003'], environment: 'live' }),
  ],
  [
    'No discount this time, list price 89.00 EUR, invoice to Berlin GmbH.',
    call('create_invoice', { customer: 'Berlin GmbH', amount: 89, currency: 'EUR', discount: 0 }),
  ],
  [
    'Train to Hamburg on 2 June, out 07:36, back 18:24, second class, 142.80 EUR.',
    call('book_train', {
      date: '2026-06-02',
      outbound: '07:36',
      return: '18:24',
      class: 2,
      price: 142.8,
      currency: 'EUR',
    }),
  ],
  [
    'I would merge contact C-118 into C-181, the older one with 14 deals.',
    call('merge_contacts', { source: 'C-118', target: 'C-181' }),
  ],
  [
    'Set the out-of-stock note for the blue tent; the green one has 12 left, next delivery in week 24.',
    call('set_stock_note', { sku: 'TENT-B', note: 'Back in week 24' }),
  ],
  [
    'Downgrade is not possible before March, so I cancel the add-on only (9 EUR a month).',
    call('cancel_addon', { addon: 'reports', immediately: true }),
  ],
];

const CONTRADICTED: readonly Short[] = [
  ['INV-3321 is the one to send to her. OK?', call('send_invoice', { invoice: 'INV-3340' })],
  ['May I unlock her account?', call('lock_account', { user: 'x' })],
  ['They want to upgrade today.', call('downgrade_subscription', { customer: 'x' })],
  ['Please stop the export job.', call('start_job', { job: 'export' })],
  ['I would decline the invitation.', call('accept_invitation', { event: 'e-1' })],
  ['Let me remove Kim from the group.', call('add_member', { group: 'g', user: 'kim' })],
  ['I publish the page at once.', call('unpublish_page', { page: 'p' })],
  ['Lower the price limit, please.', call('increase_limit', { limit: 'price' })],
  ['Standup at 9:45 instead of 10, every weekday. Move it?', call('update_series', { series: 's-1', time: '10:45' })],
  [
    'The review moves to Thursday; everybody can make it.',
    call('update_event', { eventId: 'e-7', date: '2026-05-06' }),
  ],
  ['Publish the statement on Monday morning?', call('schedule_post', { publishAt: '2026-05-05T08:00:00Z' })],
  ['Bill them for March.', call('create_invoice', { customer: 'x', period: '2026-04' })],
  [
    'The report for Q2 is complete. Send it to the board?',
    call('send_report', { quarter: 'Q1', to: 'board@corp.example' }),
  ],
  ['Go to Postgres 16 tonight?', call('upgrade_database', { engine: 'postgres', version: '15.4' })],
  ['Please set the runtime to Python 3.12.', call('set_runtime', { runtime: 'python3.11' })],
  ['Let him only comment, not edit.', call('share_file', { file: 'f', user: 'x', permission: 'edit' })],
  ['She becomes an administrator of the space.', call('set_role', { user: 'x', role: 'member' })],
  ['Reset the data in the dev environment.', call('reset_data', { env: 'prod' })],
  ['Hotel from 4 to 7 June 2026 for Ben.', call('book_hotel', { guest: 'ben', nights: 4 })],
  ['Leave from 4 to 8 May 2026 (Monday to Friday).', call('create_absence', { days: 8, user: 'x' })],
  ['We promised the customer 12 % off the next order.', call('create_coupon', { percentOff: 21, uses: 1 })],
  ['The commission goes down to 2.5 %.', call('set_commission', { partner: 'p', rate: 0.25 })],
  ['I pay the 1,250 Swiss francs today.', call('pay_invoice', { amount: 1250, currency: 'EUR' })],
  ['It weighs 450 grams.', call('create_label', { weightKg: 4.5 })],
  ['A timeout of 30 seconds is enough.', call('set_timeout', { timeoutMs: 3000 })],
  ['I want 16 GB of memory for the build machine.', call('resize_machine', { machine: 'b-1', memory: '8GB' })],
  ['Please send it to our Dublin address, 12 Quay Street.', call('send_parcel', { address: '21 Quay Street, Dublin' })],
  ['The new IBAN is ES91 2100 0418 4502 0005 1332.', call('update_supplier', { iban: 'ES9121000418450200051323' })],
  ['Ask Jonas Weber to sign.', call('request_signature', { signer: 'Jonas Becker', document: 'd-1' })],
  ['Assign it to Maria.', call('assign_ticket', { ticket: 'T-1', assignee: 'marco' })],
  ['Ship to Poland.', call('create_shipment', { address: { city: 'Gdansk', country: 'PT' } })],
  ['I switch on two-factor login for all of them.', call('update_policy', { twoFactor: false })],
  ['Alerts off until tomorrow, please.', call('set_alerts', { enabled: true })],
  ['Renewal should be automatic.', call('update_contract', { contract: 'C-1', autoRenew: false })],
  ['Auto-renewal must not be active.', call('update_contract', { contract: 'C-1', autoRenew: true })],
  ['Keep the attachments.', call('delete_messages', { folder: 'old', deleteAttachments: true })],
  ['Move them from Basic to Pro.', call('change_plan', { customer: 'x', plan: 'basic' })],
  ['I would book the Premium package for the fair.', call('book_stand', { package: 'standard' })],
  ['Case 20-4417 can be closed.', call('close_case', { caseNumber: '20-4471' })],
  ['Block card 5532 of Ms Lund.', call('block_card', { last4: '5523' })],
  ['A quarter of the users should see it.', call('set_rollout', { feature: 'x', percent: 75 })],
  ['Refund three quarters of the 80 EUR.', call('create_refund', { amount: 20, currency: 'EUR' })],
  ['Delete all drafts but keep what is published.', call('delete_posts', { status: 'published' })],
  ['He should get the contract in English.', call('send_contract', { template: 'employment', language: 'de' })],
  ['Please use express delivery.', call('create_shipment', { service: 'standard', parcel: 'P-1' })],
  ['Send it as a PDF.', call('export_report', { report: 'r-1', format: 'xlsx' })],
  ['We take the ground floor, room 104.', call('book_room', { room: '204', date: '2026-06-01' })],
  ['One-way from Vienna to Oslo.', call('book_flight', { from: 'VIE', to: 'OSL', roundTrip: true })],
  ['A table for two adults and three children.', call('book_table', { adults: 3, children: 2 })],
  ['Increase the stock alert to 25 pieces.', call('set_stock_alert', { sku: 'A-1', threshold: 52 })],
  ['The batch has 1,400 mails; start with a fifth of them.', call('send_batch', { count: 1400 })],
  ['Meet at 4 pm in New York?', call('create_event', { start: '2026-06-01T16:00:00Z', minutes: 30 })],
  ['Call her back at quarter to three?', call('schedule_call', { at: '2026-06-04T15:45:00' })],
  ['Please revoke her access.', call('grant_access', { user: 'x', folder: 'y' })],
  ['Her access should be read-only.', call('set_role', { user: 'x', role: 'editor' })],
  ['Send it to Spain by truck?', call('create_shipment', { country: 'IT', service: 'truck' })],
  ['A twin room for two. Book it?', call('book', { room: 'double', guests: 2 })],
  ['Weekly, please: that is enough for the report.', call('set_report', { interval: 'daily' })],
  ['They want to be on the Basic plan.', call('change_plan', { plan: 'professional' })],
  ['We send it without a signature.', call('send_parcel', { parcel: 'P-1', signatureRequired: true })],
  ['He stays from 30 April to 2 May. Book it?', call('book_hotel', { checkIn: '2026-04-30', nights: 3 })],
];

const labelled =
  (holds: LabelledRequest['holds']) =>
  ([says, calls]: Short): LabelledRequest => ({ title: says, says, calls, holds });

export const TEMPTING_KINDS: readonly LabelledRequest[] = [
  ...PLAIN.map(labelled('nothing')),
  ...CONTRADICTED.map(labelled('contradiction')),
];
