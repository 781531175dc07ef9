// gevel keys: make, list, show, revoke and rotate the keys of the API.

package main

import (
	"fmt"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/serve/keystore"
)

// keysCmd is gevel keys.
type keysCmd struct {
	Place string `name:"keys" env:"GEVEL_KEYS" default:"keys.db" placeholder:"FILE|URL" help:"The keys file, or database as postgres://user@host/name (${default}; env ${env}). Better give a password in PGPASSWORD or a password file."`

	Create keysCreateCmd `cmd:"" help:"Make a key, and the file or tables if there are none. The secret is printed once."`
	List   keysListCmd   `cmd:"" help:"List all keys with this month's usage."`
	Show   keysShowCmd   `cmd:"" help:"Show one key with its usage per month."`
	Revoke keysRevokeCmd `cmd:"" help:"End a key for good. Running servers refuse it within 5 seconds."`
	Rotate keysRotateCmd `cmd:"" help:"Give a key a new secret. Limits and usage stay."`
}

// ProvideStore opens the keys for commands that take them.
func (keys *keysCmd) ProvideStore(c *console) (*keystore.Store, error) {
	keys.warn(c)
	return keystore.Open(c.ctx, keys.Place)
}

// warn warns when others than the owner may read or write the keys file.
func (keys *keysCmd) warn(c *console) {
	if !keystore.InFile(keys.Place) {
		return
	}
	if mode, open := atomicfile.OpenToOthers(keys.Place); open {
		c.say("warning: keys file %s is open to others (mode %o); chmod 600 %[1]s\n", gevel.Printable(keys.Place), mode)
	}
}

// keysCreateCmd is gevel keys create.
type keysCreateCmd struct {
	keystore.NewKey
	Expires string `placeholder:"WHEN" help:"The last day on which it works (2027-12-31), or the time from now (90d, 12h). Default: never."`
	JSON    bool   `name:"json" help:"Print the key and its secret as JSON."`
}

// Run makes the key.
func (cmd *keysCreateCmd) Run(c *console, keys *keysCmd) (err error) {
	now := c.now()
	if cmd.ExpiresAt, err = parseExpiry(cmd.Expires, now); err != nil {
		return err
	}
	keys.warn(c)
	store, err := keystore.Create(c.ctx, keys.Place)
	if err != nil {
		return err
	}
	defer store.Close()
	key, secret, err := store.Create(c.ctx, cmd.NewKey, now)
	if err != nil {
		return err
	}
	c.say("made key %s (%s); keep its secret, it is shown this once\n", key.ID, key.Name)
	return c.printSecret(key, secret, cmd.JSON)
}

// keysListCmd is gevel keys list.
type keysListCmd struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// Run lists the keys.
func (cmd *keysListCmd) Run(c *console, store *keystore.Store) error {
	defer store.Close()
	list := store.ListNewest
	if cmd.JSON {
		list = store.List
	}
	all, err := list(c.ctx)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return c.printJSON(keystore.DescribeAll(all, c.now()))
	}
	if len(all) == 0 {
		c.say("there are no keys yet; gevel keys create makes one\n")
		return nil
	}
	return keystore.WriteTable(c.stdout, all, c.now())
}

// keysShowCmd is gevel keys show.
type keysShowCmd struct {
	Key  string `arg:"" help:"Name or id of the key."`
	JSON bool   `name:"json" help:"Print JSON."`
}

// Run shows the key.
func (cmd *keysShowCmd) Run(c *console, store *keystore.Store) error {
	defer store.Close()
	key, err := store.Show(c.ctx, cmd.Key)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return c.printJSON(keystore.Describe(key, c.now()))
	}
	return keystore.WriteCard(c.stdout, key, c.now())
}

// keysRevokeCmd is gevel keys revoke.
type keysRevokeCmd struct {
	Key string `arg:"" help:"Name or id of the key."`
}

// Run revokes the key.
func (cmd *keysRevokeCmd) Run(c *console, store *keystore.Store) error {
	defer store.Close()
	key, err := store.Revoke(c.ctx, cmd.Key, c.now())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "revoked key %s (%s) on %s; running servers refuse it within 5 seconds\n",
		key.ID, key.Name, gevel.ClockTime(key.RevokedAt.V))
	return err
}

// keysRotateCmd is gevel keys rotate.
type keysRotateCmd struct {
	Key   string `arg:"" help:"Name or id of the key."`
	Grace period `placeholder:"TIME" help:"How long the old secret stays valid (12h, 7d). Default: not at all."`
	JSON  bool   `name:"json" help:"Print the key and its secret as JSON."`
}

// Run rotates the key.
func (cmd *keysRotateCmd) Run(c *console, store *keystore.Store) error {
	defer store.Close()
	now := c.now()
	key, secret, err := store.Rotate(c.ctx, keystore.Rotation{Key: cmd.Key, Grace: time.Duration(cmd.Grace)}, now)
	if err != nil {
		return err
	}
	old := "the old secret no longer works"
	if cmd.Grace > 0 {
		old = "the old secret works until " + gevel.ClockTime(now.Add(time.Duration(cmd.Grace)))
	}
	c.say("rotated key %s (%s); %s; keep the new one, it is shown this once\n", key.ID, key.Name, old)
	return c.printSecret(key, secret, cmd.JSON)
}

// printSecret prints a new secret, which can't be shown again. If that fails the secret is lost, and the
// error says what to do.
func (c *console) printSecret(key gevel.Key, secret string, asJSON bool) error {
	var err error
	if asJSON {
		err = c.printJSON(struct {
			ID     string `json:"id"`
			Name   string `json:"name"`
			Secret string `json:"secret"`
		}{key.ID, key.Name, secret})
	} else {
		_, err = fmt.Fprintln(c.stdout, secret)
	}
	if err != nil {
		return fmt.Errorf("print the secret of key %s, which is lost now (gevel keys rotate %s makes another): %w",
			key.ID, key.ID, err)
	}
	return nil
}
