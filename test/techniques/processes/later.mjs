// Loaded into the real command before it starts: it begins 200 seconds later, when every command has had its time (rules 9 and 23).
const { now } = Date;
Date.now = () => now.call(Date) + 200_000;
