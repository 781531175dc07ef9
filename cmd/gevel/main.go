// Command gevel values homes in the Netherlands: build makes an edition from registers and sales, serve
// answers the API from it.
package main

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/fault"
	"github.com/gevel/gevel/internal/file/image"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/server"
	"github.com/gevel/gevel/internal/serve/upload"
)

// commands is the command line: one field and one file per subcommand.
type commands struct {
	Demo      demoCmd        `cmd:"" help:"Make an invented town, and serve the API for it."`
	Build     buildCmd       `cmd:"" help:"Build an edition from registers and sales."`
	Train     trainCmd       `cmd:"" help:"Fit models of an edition, one of several machines that do."`
	Publish   publishCmd     `cmd:"" help:"Copy an edition to an S3 bucket or another folder, where services find it."`
	Serve     serveCmd       `cmd:"" help:"Serve the API from the newest edition."`
	Value     valueCmd       `cmd:"" help:"Value a home, or each home of a file."`
	Portfolio portfolioCmd   `cmd:"" help:"Revalue the homes that secure loans."`
	Evaluate  evaluateCmd    `cmd:"" help:"Compare values with the prices paid."`
	MCP       mcpCmd         `cmd:"" name:"mcp" help:"Give an agent tools that ask a running service."`
	Score     scoreCmd       `cmd:"" help:"Compare anybody's values with the prices paid."`
	Seal      sealCommands   `cmd:"" help:"Fix values before the sales are known, and prove them later."`
	Replay    replayCmd      `cmd:"" help:"Repeat the valuations of a log, and compare the answers."`
	Track     trackCmd       `cmd:"" help:"Compare the valuations of a log with later sales."`
	Verify    verifyCmd      `cmd:"" help:"Check that an edition is complete and unaltered."`
	Report    reportCmd      `cmd:"" help:"Write a report about an edition's data and its model's accuracy."`
	Export    exportCmd      `cmd:"" help:"Write a part of a model as CSV or Parquet."`
	Keys      keysCmd        `cmd:"" help:"Make, list, show, revoke and rotate the keys of the API."`
	Images    imagesCommands `cmd:"" help:"Add, list and remove photos, and make the keys that sign their URLs."`

	Completion completionCmd `cmd:"" help:"Print the completion script for a shell."`
	Man        manCmd        `cmd:"" help:"Print the manual page: gevel man | man -l -."`

	Version kong.VersionFlag `help:"Print the version and exit."`
}

// imagesCommands are below gevel images.
type imagesCommands struct {
	photosFlag

	Add        imagesAddCmd        `cmd:"" help:"Add a folder or a manifest of photos."`
	List       imagesListCmd       `cmd:"" help:"List the photos of one home or of all."`
	Verify     imagesVerifyCmd     `cmd:"" help:"Name photos that are lost, damaged or left over."`
	Remove     imagesRemoveCmd     `cmd:"" help:"Remove photos. Their URLs stop working at once."`
	Block      imagesBlockCmd      `cmd:"" help:"Serve and add no photo of a home until it is unblocked."`
	Unblock    imagesUnblockCmd    `cmd:"" help:"Lift a block."`
	Record     imagesRecordCmd     `cmd:"" help:"Print who removed or blocked what, when and why."`
	SigningKey imagesSigningKeyCmd `cmd:"" help:"Make the key that signs image URLs, or rotate it."`
}

func main() {
	ctx, stop := untilInterrupted()
	code := run(&console{ctx: ctx, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, now: time.Now}, os.Args[1:])
	stop()
	os.Exit(code)
}

// untilInterrupted returns a context that ends with Ctrl-C, and with the terminal unless the program is
// started with nohup. Writing to a closed pipe becomes an error. So the program always ends properly and
// leaves nothing half-written. A second Ctrl-C ends it at once.
func untilInterrupted() (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop) // restores the signals' default effect
	return ctx, stop
}

// run parses args, runs the subcommand and returns the exit code.
func run(c *console, args []string) int {
	visible := *c
	visible.stdout = visibly(c.stdout)
	c = &visible
	exited := -1
	parser, err := commandLine(c, func(code int) { exited = code })
	if err != nil {
		return c.fail(err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	kctx, err := parser.Parse(args)
	if exited >= 0 {
		return exited
	}
	if err != nil {
		c.say("gevel: %s (try %s --help)\n", keystore.HidePasswords(fault.Text(err)), commandOf(err))
		return exitUsage
	}
	err = within(c.ctx, patienceWith(kctx), func() error { return kctx.Run() })
	if err != nil {
		return c.fail(err)
	}
	return 0
}

// commandLine returns the parser of the command line; help and version end by exit.
func commandLine(c *console, exit func(code int)) (*kong.Kong, error) {
	return kong.New(&commands{Value: valueCmd{overrideFlags: newOverrideFlags()}},
		kong.Name("gevel"),
		kong.Description("Values homes in the Netherlands and shows them."),
		kong.Vars{
			"version": "gevel " + version, "homes": strconv.Itoa(demo.DefaultDwellings),
			"max_batches": strconv.Itoa(upload.DefaultMaxBatches), "max_batch_bytes": strconv.Itoa(upload.DefaultMaxBatchBytes),
			"max_connections": strconv.Itoa(server.DefaultMaxConnections),
		},
		kong.Writers(c.stdout, c.stderr),
		kong.WithHyphenPrefixedParameters(true), // --shock -0.20
		kong.Exit(exit),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.Bind(c),
		daysAsInFiles(),
		kong.PostBuild(func(parser *kong.Kong) error { return describeAll(parser.Model.Node) }),
	)
}

// helpTexts are what --help says of commands beside their flags, by name: help/images-add.txt.
//
//go:embed help/*.txt
var helpTexts embed.FS

// describeAll gives the commands below a node their texts, where they have one.
func describeAll(node *kong.Node) error {
	for _, child := range node.Children {
		words := strings.Fields(child.Path())
		text, err := helpTexts.ReadFile("help/" + strings.Join(words, "-") + ".txt")
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		child.Detail = strings.TrimSuffix(string(text), "\n")
		if err := describeAll(child); err != nil {
			return err
		}
	}
	return nil
}

// commandOf returns the command that a parsing error is about, as far as it was recognised, to suggest its help.
func commandOf(err error) string {
	var parsing *kong.ParseError
	if errors.As(err, &parsing) && parsing.Context != nil {
		if node := parsing.Context.Selected(); node != nil {
			return node.FullPath()
		}
	}
	return "gevel"
}

// Exit codes of the command line.
const (
	exitFailure     = 1   // something went wrong
	exitUsage       = 2   // the command line is wrong
	exitNoValue     = 3   // no such address, or its home can't be valued
	exitInterrupted = 130 // stopped by Ctrl-C
)

// fail prints err and returns its exit code.
func (c *console) fail(err error) int {
	if errors.Is(err, errStuck) {
		c.say("gevel: %v\n", err)
		return exitInterrupted
	}
	if errors.Is(err, context.Canceled) {
		c.say("gevel: interrupted; nothing half-done is left\n")
		return exitInterrupted
	}
	if outputIsClosed(err) {
		return exitFailure // the reader of the output has closed it
	}
	c.say("gevel: %s\n", keystore.HidePasswords(fault.Text(err)))
	switch gevel.CodeOf(err) {
	case gevel.Invalid:
		return exitUsage
	case gevel.AddressNotFound, gevel.AmbiguousAddress, gevel.NotResidential, gevel.MissingCharacteristics,
		gevel.NotYetBuilt, gevel.OutsideModel, gevel.TooFewReferences, gevel.NotFound:
		return exitNoValue
	}
	return exitFailure
}

// outputIsClosed reports whether err comes from writing to a pipe without a reader.
func outputIsClosed(err error) bool {
	var of *os.PathError
	return errors.As(err, &of) && of.Path == os.Stdout.Name() && fault.IsClosedPipe(of)
}

// endPatience is how long the commands take at most that end by themselves as soon as they are interrupted: they remove
// what is half-done.
const endPatience = 20 * time.Second

// errStuck is the error of a command that was interrupted and did not end.
var errStuck = errors.New("interrupted, and did not end: a disk or a reader of the output does not answer")

// lingering is a command that goes on for some time after it was interrupted.
type lingering interface{ lingers() time.Duration }

// patienceWith returns how long the command that was chosen may take.
func patienceWith(chosen *kong.Context) time.Duration {
	if node := chosen.Selected(); node != nil && node.Target.CanAddr() {
		if cmd, ok := node.Target.Addr().Interface().(lingering); ok {
			return endPatience + cmd.lingers()
		}
	}
	return endPatience
}

// within runs work, and waits so long for it once ctx has ended.
func within(ctx context.Context, most time.Duration, work func() error) error {
	done := make(chan error, 1)
	go func() { done <- image.Guard(work) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(most):
		return errStuck
	}
}
