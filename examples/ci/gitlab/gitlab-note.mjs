// Writes a plan as one note on the merge request, and updates that note the next time: node ci/gitlab-note.mjs plan.md
import { readFileSync } from "node:fs";

const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, BOTFORM_NOTE_TOKEN } = process.env;
const body = readFileSync(process.argv[2] ?? "plan.md", "utf8");
const marker = body.split("\n", 1)[0];

// The job's own token may not write notes, so this takes a project access token: role Reporter, scope api, masked.
if (!BOTFORM_NOTE_TOKEN) {
  process.stdout.write("BOTFORM_NOTE_TOKEN isn't set, so no note is written; the plan is among the job's artifacts.\n");
} else {
  const notes = `/projects/${encodeURIComponent(CI_PROJECT_ID)}/merge_requests/${encodeURIComponent(CI_MERGE_REQUEST_IID)}/notes`;
  const me = await ask("GET", "/user");
  const mine = await find(notes, (note) => note.author.id === me.id && note.body.startsWith(marker));
  if (mine === undefined) await ask("POST", notes, { body });
  else await ask("PUT", `${notes}/${mine.id}`, { body });
  process.stdout.write(mine === undefined ? "The note is written.\n" : "The note is updated.\n");
}

async function find(notes, wanted) {
  for (let page = 1; ; page += 1) {
    const some = await ask("GET", `${notes}?sort=asc&per_page=100&page=${page}`);
    const found = some.find(wanted);
    if (found !== undefined || some.length < 100) return found;
  }
}

/** The token goes into a header and nowhere else; an answer's text is not repeated. */
async function ask(method, path, content) {
  const answer = await fetch(`${CI_API_V4_URL}${path}`, {
    method,
    redirect: "error",
    headers: { "PRIVATE-TOKEN": BOTFORM_NOTE_TOKEN, "Content-Type": "application/json" },
    ...(content !== undefined && { body: JSON.stringify(content) }),
  });
  if (!answer.ok) throw new Error(`GitLab answered ${answer.status} to ${method} of the note`);
  return answer.json();
}
