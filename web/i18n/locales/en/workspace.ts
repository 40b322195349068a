import applications from "./applications.json";
import companies from "./companies.json";
import mail from "./mail.json";
import messages from "./messages.json";
import outbox from "./outbox.json";

/** What is said of companies and letters: only to users who are signed in. */
export default { applications, companies, mail, messages, outbox };
