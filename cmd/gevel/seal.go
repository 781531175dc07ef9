// gevel seal: fixes values before the sales are known, proves them, and checks proofs.

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/file/keyfile"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/judge/seal"
	"github.com/gevel/gevel/internal/offline/sealing"
	"github.com/gevel/gevel/internal/offline/studysales"
	"github.com/gevel/gevel/internal/serve/seals"
)

// sealCommands are below gevel seal.
type sealCommands struct {
	Add   sealAddCmd   `cmd:"" default:"withargs" help:"Seal the values of a file: gevel seal VALUES."`
	Key   sealKeyCmd   `cmd:"" help:"Make the key that seals, or rotate it."`
	Stamp sealStampCmd `cmd:"" help:"Have a time-stamp authority (RFC 3161) sign the newest seal."`
	Prove sealProveCmd `cmd:"" help:"Write the proofs of homes."`
	Check sealCheckCmd `cmd:"" help:"Check seals, and proofs of values."`
}

// sealKeys are the keys that seal.
var sealKeys = keyfile.Kind{Name: "seal key", Make: "gevel seal key", Flag: "--seal-keys"}

// sealKeysFlag names their file.
type sealKeysFlag struct {
	SealKeys string `env:"GEVEL_SEAL_KEYS" default:"seal.keys" placeholder:"FILE" help:"The file of keys that hide what is sealed; proofs need it too (${default}; env ${env})."`
}

// sealsFlag names the file of seals.
type sealsFlag struct {
	Seals string `env:"GEVEL_SEALS" default:"seals" placeholder:"FILE" help:"The file of seals, to which a line is added (${default}; env ${env})."`
}

// add adds what follows from the chain as a line of the file. No other process adds one meanwhile.
func (f sealsFlag) add(line func(seal.Chain) ([]byte, error)) (err error) {
	if info, err := os.Stat(f.Seals); err == nil && !info.Mode().IsRegular() {
		return gevel.Refusal("", "%s is there already and is no regular file", f.Seals)
	}
	file, err := os.OpenFile(f.Seals, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := atomicfile.TryLock(file); atomicfile.IsLocked(err) {
		return gevel.Failure(gevel.Unavailable, "try again later", "another process adds to %s", f.Seals)
	} else if err != nil {
		return fmt.Errorf("lock %s: %w", f.Seals, err)
	}
	chain, err := readChain(f.Seals)
	if err != nil {
		return err
	}
	text, err := line(chain)
	if err != nil {
		return err
	}
	end, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if end+int64(len(text)) > seals.MostBytes {
		return gevel.Refusal("keep it, and begin another: --seals FILE", "%s is full: it may have %d bytes", f.Seals, seals.MostBytes)
	}
	if _, err = file.Write(text); err == nil {
		err = file.Sync()
	}
	if err != nil {
		return errors.Join(fmt.Errorf("add to %s: %w", f.Seals, err), file.Truncate(end))
	}
	return nil
}

// sealedFile is a file of values, as commands name it.
type sealedFile struct {
	Values  string            `arg:"" name:"values" help:"A file of values of one day, .csv, .csv.gz, .xlsx or .parquet, as gevel value --all writes it."`
	Columns map[string]string `placeholder:"NAME=THEIRS" help:"Names of columns that are not found by themselves, gevel's and the file's: value=avm_2."`
	Date    *gevel.Date       `placeholder:"DATE" help:"The day of the values, where the file does not say it."`
}

func (f *sealedFile) file(c *console) (*sealing.File, *progress, error) {
	if err := studysales.CheckColumns(f.Columns); err != nil {
		return nil, nil, err
	}
	bar := newProgress(c.stderr, c.now)
	return &sealing.File{
		Path: f.Values, Columns: f.Columns, Day: known(f.Date),
		Progress: func(done, total int64) { bar.step("read", "", done, total) },
	}, bar, nil
}

// sealAddCmd is gevel seal.
type sealAddCmd struct {
	sealedFile
	sealsFlag
	sealKeysFlag
}

// Run seals the values.
func (cmd *sealAddCmd) Run(c *console) error {
	keys, err := sealKeys.Load(cmd.SealKeys)
	if err != nil {
		return err
	}
	file, bar, err := cmd.file(c)
	if err != nil {
		return err
	}
	defer bar.finish()
	return cmd.add(func(chain seal.Chain) ([]byte, error) {
		p, err := file.Plant(c.ctx, keys[0], chain.End(), nil)
		if err != nil {
			return nil, err
		}
		root, _, err := p.Root()
		if err != nil {
			return nil, err
		}
		s, err := chain.Add(seal.Seal{
			Day: p.Day, Sealed: c.now(), Edition: gevel.Printable(p.Edition), MadeBy: gevel.Printable(p.MadeBy), Homes: p.Len(), Root: root,
		})
		if err != nil {
			return nil, gevel.Refusal("", "%v", err)
		}
		bar.finish()
		for _, r := range p.Rejects.List() {
			c.say("  %7d  %s (%s)\n", r.Count, r.Reason, r.Samples[0])
		}
		fmt.Fprintf(c.stdout, "seal %d: %d homes on %s\nroot %s\nlink %s\n", s.Number, s.Homes, s.Day, s.Root, s.Link)
		c.say("publish %s, and keep the file of values and %s: without them nothing can be proved\n", cmd.Seals, cmd.SealKeys)
		return s.Line(), nil
	})
}

// sealKeyCmd is gevel seal key.
type sealKeyCmd struct {
	sealKeysFlag
	Rotate bool `help:"Put a new key in front of the others, with which earlier seals are proved."`
}

// Run makes the file, or rotates the key in it.
func (cmd *sealKeyCmd) Run(c *console) error {
	n, put := 1, func() error { return sealKeys.Create(cmd.SealKeys) }
	if cmd.Rotate {
		put = func() (err error) { n, err = sealKeys.Rotate(cmd.SealKeys); return err }
	}
	if err := put(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.stdout, "%s holds %d seal keys; the first one seals. Keep the file, and keep it secret: proofs need it\n", cmd.SealKeys, n)
	return err
}

// sealStampCmd is gevel seal stamp.
type sealStampCmd struct {
	sealsFlag
	URL string `arg:"" name:"url" help:"Where the authority answers."`
}

const (
	stampPatience  = 30 * time.Second
	mostStampBytes = 64 << 10
)

// Run gets the stamp and adds it.
func (cmd *sealStampCmd) Run(c *console) error {
	return cmd.add(func(chain seal.Chain) ([]byte, error) {
		if len(chain) == 0 || len(chain[len(chain)-1].Stamp) > 0 {
			return nil, gevel.Refusal("", "%s has no seal without a stamp at its end", cmd.Seals)
		}
		last := &chain[len(chain)-1]
		answer, err := cmd.ask(c, last.Link)
		if err != nil {
			return nil, gevel.Failure(gevel.Unavailable, "the seal holds without a stamp", "ask %s: %v", cmd.URL, err)
		}
		stamp, err := seal.StampOf(answer, last.Link)
		if err != nil {
			return nil, gevel.Failure(gevel.Unavailable, "", "%s: %v", cmd.URL, err)
		}
		fmt.Fprintf(c.stdout, "seal %d has a stamp\n", last.Number)
		return seal.StampLine(last.Number, stamp), nil
	})
}

// ask sends the request of a stamp over HTTP (RFC 3161).
func (cmd *sealStampCmd) ask(c *console, link seal.Hash) ([]byte, error) {
	text, err := seal.StampRequest(link)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(c.ctx, http.MethodPost, cmd.URL, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/timestamp-query")
	response, err := (&http.Client{Timeout: stampPatience}).Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("it answers %s", response.Status)
	}
	return io.ReadAll(io.LimitReader(response.Body, mostStampBytes))
}

// sealProveCmd is gevel seal prove.
type sealProveCmd struct {
	sealedFile
	Homes []string    `arg:"" optional:"" name:"homes" help:"Ids of homes, as the file has them."`
	Sales string      `placeholder:"FILE" help:"Prove the homes of these sales: a file, an edition, or a folder of editions (the newest)."`
	From  *gevel.Date `placeholder:"DATE" help:"The first day of sale."`
	Until *gevel.Date `placeholder:"DATE" help:"The day after the last day of sale."`
	sealsFlag
	sealKeysFlag
	Output string `short:"o" placeholder:"FILE" help:"The file for the proofs, .csv (default: standard output)."`
}

// Run writes the proofs.
func (cmd *sealProveCmd) Run(c *console) error {
	if cmd.Sales == "" && len(cmd.Homes) == 0 {
		return gevel.Refusal("", "name homes, or --sales")
	}
	keys, err := sealKeys.Load(cmd.SealKeys)
	if err != nil {
		return err
	}
	chain, err := readChain(cmd.Seals)
	if err != nil {
		return err
	}
	for i, home := range cmd.Homes {
		id, err := spelling.ID(home)
		if err != nil {
			return gevel.Refusal("give its BAG id", "%q: %v", home, err)
		}
		cmd.Homes[i] = string(id)
	}
	named := slices.Clone(cmd.Homes)
	if cmd.Sales != "" {
		sold, err := sealing.HomesSold(c.ctx, cmd.Sales, given(cmd.From, gevel.NoDate), given(cmd.Until, gevel.Never), gevel.DayOf(c.now()))
		if err != nil {
			return err
		}
		cmd.Homes = append(cmd.Homes, sold...)
	}
	file, bar, err := cmd.file(c)
	if err != nil {
		return err
	}
	proofs, of, err := file.Prove(c.ctx, keys, chain, cmd.Homes)
	bar.finish()
	if err != nil {
		return err
	}
	for _, home := range named {
		if !slices.ContainsFunc(proofs, func(p *seal.Proof) bool { return p.Row.Home == home }) {
			return gevel.Failure(gevel.NotFound, "", "%s has no value in %s", home, cmd.Values)
		}
	}
	c.say("%d homes proved in seal %d of %s\n", len(proofs), of.Number, of.Day)
	write := func(to io.Writer) error { return writeProofs(to, proofs, of) }
	if cmd.Output == "" {
		return write(c.tables())
	}
	return writeWhole(cmd.Output, cmd.Values, write)
}

// writeProofs writes proofs as gevel score reads them.
func writeProofs(to io.Writer, proofs []*seal.Proof, of *seal.Seal) error {
	w := csvfile.NewWriter(to, csvfile.Form{}.ForPrograms())
	_ = w.Write([]string{"dwelling_id", "value", "low80", "high80", "fsd", "class", "value_date", "edition", "made_by", "proof"}) // Flush says it too
	for _, p := range proofs {
		_ = w.Write(append(strings.Split(p.Row.Text(), ";"), of.Day.String(), of.Edition, of.MadeBy, p.String()))
	}
	return w.Flush()
}

// sealCheckCmd is gevel seal check.
type sealCheckCmd struct {
	Seals  string `arg:"" help:"The file of seals, or what the service answers at /seals."`
	Proofs string `arg:"" optional:"" help:"A file of values with a column proof, as gevel seal prove writes it."`
	sealWitnesses
}

// Run checks.
func (cmd *sealCheckCmd) Run(c *console) error {
	s, err := cmd.seals(c, cmd.Seals)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "%d seals, each of the one before it\n", len(s.Chain))
	for i, there := range s.Shown {
		of := &s.Chain[i]
		fmt.Fprintf(c.stdout, "seal %d: %d homes on %s, there on %s by %s\n", of.Number, of.Homes, of.Day, there.Day, there.By)
	}
	if cmd.Proofs == "" {
		return nil
	}
	values, err := studysales.ReadValues(c.ctx, cmd.Proofs, nil, 80)
	if err == nil {
		err = values.Keep(s)
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", cmd.Proofs, err)
	}
	fmt.Fprintf(c.stdout, "%d of %d values hold\n", len(values.List), values.Read)
	for _, r := range values.Rejects.List() {
		fmt.Fprintf(c.stdout, "  %7d  %s (%s)\n", r.Count, r.Reason, r.Samples[0])
	}
	if n := values.Rejects.Total(); n > 0 {
		return gevel.Refusal("", "%d values do not hold", n)
	}
	return nil
}
