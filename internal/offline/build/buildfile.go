package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/gevel/gevel"
)

// Reading the text of a build file, so that each fault is named by its line and key.

// parseConfig reads the text of a build file.
func parseConfig(text []byte, t Table) (c Config, err error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	defer func() {
		// The YAML library panics at some malformed texts.
		if p := recover(); p != nil {
			err = fmt.Errorf("is no YAML that can be read: %v", p)
		}
	}()
	if err := checkDepth(text); err != nil {
		return Config{}, err
	}
	tree, err := parser.ParseBytes(text, 0)
	if err != nil {
		return Config{}, nameFault(err)
	}
	f := &file{tree: tree}
	if err := f.checkShape(); err != nil {
		return Config{}, err
	}
	content := struct {
		Config `yaml:",inline"`
		Day    string `yaml:"as_of"`
		From   string `yaml:"valued_from"`
	}{Config: defaultConfig(t)}
	ctx := context.WithValue(context.Background(), tableKey{}, t)
	err = yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).DecodeContext(ctx, &content)
	if errors.Is(err, io.EOF) {
		return Config{}, errors.New("is empty")
	}
	if err != nil {
		return Config{}, nameFault(err)
	}
	if content.AsOf, err = gevel.ParseDate(content.Day); content.Day != "" && err != nil {
		return Config{}, f.fault("as_of", err)
	}
	if content.ValuedFrom, err = gevel.ParseDate(content.From); content.From != "" && err != nil {
		return Config{}, f.fault("valued_from", err)
	}
	return content.Config, f.check(&content.Config)
}

// deepest is how deep lists and mappings may stand in one another, and mostNodes how many of them and of their elements
// there may be: the YAML library takes memory and time without bound for more.
const (
	deepest   = 50
	mostNodes = 20_000
)

// checkDepth refuses a text that nests deeper, or has more. It counts brackets, lines and all that begins a value, and
// the dashes and question marks that begin a line.
func checkDepth(text []byte) error {
	depth, number, nodes := 0, 0, 0
	for line := range bytes.Lines(text) {
		number++
		nodes++
		marks, begins := 0, true
		for _, c := range line {
			switch c {
			case '[', '{':
				depth++
				nodes++
			case ',', ':', '&', '*', '!':
				nodes++
			case ']', '}':
				depth = max(depth-1, 0)
			case '-', '?':
				if begins {
					marks++
					nodes++
				}
			}
			begins = begins && (c == ' ' || c == '-' || c == '?')
			if max(depth, marks) > deepest {
				return fmt.Errorf("line %d: more than %d lists and mappings stand in one another", number, deepest)
			}
			if nodes > mostNodes {
				return fmt.Errorf("line %d: a build file has at most %d lines and values", number, mostNodes)
			}
		}
	}
	return nil
}

// nameFault makes one line, and an excerpt, of what the decoder found.
func nameFault(err error) error {
	var at yaml.Error
	if !errors.As(err, &at) || at.GetToken() == nil {
		return err
	}
	var mismatch *yaml.TypeError
	var overflow *yaml.OverflowError
	message := at.GetMessage()
	switch {
	case errors.As(err, &mismatch):
		message = fmt.Sprintf("%q stands where %s is due", mismatch.Token.Value, kindName(mismatch.DstType.Kind()))
	case errors.As(err, &overflow):
		message = overflow.Token.Value + " is out of range"
	}
	_, excerpt, _ := strings.Cut(at.FormatError(false, true), "\n")
	text := fmt.Sprintf("line %d: %s\n%s", at.GetToken().Position.Line, message, strings.TrimRight(excerpt, "\n "))
	return errors.New(longLines.ReplaceAllString(text, "$1…"))
}

var longLines = regexp.MustCompile(`(?m)^(.{160}).+$`)

func kindName(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "text"
	case reflect.Float64:
		return "a number"
	case reflect.Bool:
		return "true or false"
	}
	return "a whole number"
}

// file is the text of a build file as a tree of keys and values.
type file struct{ tree *ast.File }

// wholeNumbers are the keys whose value the decoder would round.
var wholeNumbers = []string{"seed", "vintages", "screening.min_price", "screening.resale_months", "limits.days_back"}

// checkShape finds what the decoder passes over in silence.
func (f *file) checkShape() error {
	if len(f.tree.Docs) > 1 {
		return fmt.Errorf("line %d: a second document begins; a build file is one",
			f.tree.Docs[1].GetToken().Position.Line)
	}
	for _, key := range wholeNumbers {
		if node := f.node(key); node != nil && node.Type() == ast.FloatType {
			return f.fault(key, fmt.Errorf("%s is no whole number", node))
		}
	}
	var empty emptyKeys
	for _, doc := range f.tree.Docs {
		ast.Walk(&empty, doc)
	}
	if len(empty) > 0 {
		return fmt.Errorf("line %d: %s has no value: give it one, or leave it out",
			empty[0].Key.GetToken().Position.Line, empty[0].Key)
	}
	return nil
}

// emptyKeys gathers the keys without a value, apart from values of a mapping: to
// map one to nothing is to say that it is unknown.
type emptyKeys []*ast.MappingValueNode

// Visit is called by ast.Walk.
func (e *emptyKeys) Visit(n ast.Node) ast.Visitor {
	if pair, ok := n.(*ast.MappingValueNode); ok {
		if pair.Value.Type() == ast.NullType {
			*e = append(*e, pair)
		}
		if pair.Key.String() == "values" {
			return nil
		}
	}
	return e
}

// node returns the value of a key, nil when the file does not have it.
func (f *file) node(key string) ast.Node {
	path, err := yaml.PathString("$." + key)
	if err != nil {
		return nil
	}
	node, err := path.FilterFile(f.tree)
	if err != nil {
		return nil
	}
	return node
}

// fault says what is wrong with the value of a key, and in which line that is.
func (f *file) fault(key string, err error) error { return f.at(key, fmt.Errorf("%s: %w", key, err)) }

// at says in which line the value of a key is.
func (f *file) at(key string, err error) error {
	if node := f.node(key); node != nil {
		return fmt.Errorf("line %d: %w", node.GetToken().Position.Line, err)
	}
	return err
}

// check finds values that can't be.
func (f *file) check(c *Config) error {
	switch {
	case c.Editions == "":
		return f.fault("editions", errors.New("is empty"))
	case c.Vintages < 0 || c.Vintages > maxVintages:
		return f.fault("vintages", fmt.Errorf("%d is not between 0 and %d", c.Vintages, maxVintages))
	case !(c.MaxRejectShare >= 0 && c.MaxRejectShare <= 1):
		return f.fault("max_reject_share", fmt.Errorf("%v is not between 0 and 1", c.MaxRejectShare))
	}
	if err := c.Season.Validate(); err != nil {
		return f.fault("season", err)
	}
	if err := c.Screening.Validate(); err != nil {
		return f.at("screening", err)
	}
	if key, err := c.Limits.check(); err != nil {
		return f.fault("limits."+key, err)
	}
	if err := f.checkCharacteristics(c.Characteristics); err != nil {
		return err
	}
	return f.checkSections(c)
}
