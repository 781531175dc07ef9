package api

import "log/slog"

// What the suite, which asks as a stranger would, needs to know from inside.

// LookAgain is one look of Follow.
func (c *Current) LookAgain(dir, refused string, log *slog.Logger) string {
	return c.look(dir, refused, log)
}
