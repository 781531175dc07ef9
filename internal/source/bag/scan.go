package bag

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/orisano/gosax"
)

const (
	// scanBuffer is the size of a scanner's read buffer, bytes. It holds a few hundred objects and stays in
	// the processor's cache.
	scanBuffer = 256 << 10
	// maxDepth limits the nesting of elements; deliveries nest 15 deep.
	maxDepth = 64
)

// scanner reads the objects of XML members one by one. It checks the nesting of elements, which the tokeniser
// does not, so that it notices a truncated or damaged member.
type scanner struct {
	sax        *gosax.Reader
	in         guard
	stack      []frame
	names      []byte // the names of the open elements, concatenated
	occurrence occurrence
	head       header

	depth     int   // of the current object; 0 outside of objects
	leaf      field // the current one, fieldNone when its text is not needed
	leafDepth int
	leafStart int
	dimension uint8
}

// header is the head of a member.
type header struct {
	root         string // local name of the root element
	asOf         string // StandTechnischeDatum of an extract
	municipality string // code of the only municipality covered
}

type frame struct {
	element element
	start   uint32 // of the full name in scanner.names
}

func newScanner() *scanner {
	s := &scanner{}
	s.sax = gosax.NewReaderSize(&s.in, scanBuffer)
	return s
}

// scan calls yield with each occurrence in the member r. It is valid until yield returns; an error of yield
// ends the scan and is returned unchanged.
func (s *scanner) scan(r io.Reader, yield func(*occurrence) error) error {
	s.in = guard{r: r}
	s.sax.Reset(&s.in)
	s.sax.EmitSelfClosingTag = true // Reset clears it
	s.stack, s.names = s.stack[:0], s.names[:0]
	s.head, s.depth, s.leaf = header{}, 0, fieldNone
	for {
		event, err := s.sax.Event()
		if errors.Is(err, io.EOF) {
			return io.ErrUnexpectedEOF // within markup: the proper end is an event
		}
		if err != nil {
			return err
		}
		switch event.Type() {
		case gosax.EventStart:
			err = s.open(event.Bytes)
		case gosax.EventEnd:
			err = s.close(event.Bytes, yield)
		case gosax.EventText:
			err = s.addText(event.Bytes)
		case gosax.EventCData:
			err = s.addCData(event.Bytes)
		case gosax.EventComment, gosax.EventProcessingInstruction:
		case gosax.EventEOF:
			return s.end()
		default:
			err = errors.New("XML with a document type or damaged markup")
		}
		if err != nil {
			return err
		}
	}
}

func (s *scanner) end() error {
	if len(s.stack) > 0 {
		return io.ErrUnexpectedEOF
	}
	if s.head.root == "" {
		return errors.New("no XML element in it")
	}
	return nil
}

// open handles a start tag.
func (s *scanner) open(tag []byte) error {
	full, local, attributes := nameOfTag(tag)
	if len(s.stack) == maxDepth || len(local) == 0 {
		return fmt.Errorf("damaged XML at %.60q", tag)
	}
	n := nameOf(local)
	parent, grand := s.top(1), s.top(2)
	if len(s.stack) == 0 {
		if s.head.root != "" {
			return fmt.Errorf("second outermost element %.60q", tag)
		}
		s.head.root = string(local)
	}
	s.stack = append(s.stack, frame{n.element, uint32(len(s.names))})
	s.names = append(s.names, full...)
	s.leaf = fieldNone
	switch {
	case s.depth > 0:
		s.openPart(n.fieldAt(parent, grand), n.element, attributes)
	case parent == elBagObject || n.object == GemeenteWoonplaats:
		s.openObject(n.object, local)
	case n.element == elStandTechnischeDatum && parent == elLVCExtract, n.element == elGemeenteIdentificatie:
		s.occurrence.text = s.occurrence.text[:0]
		s.openLeaf(fieldName)
	}
	return nil
}

// nameOfTag splits a start tag into the full name, the name without prefix, and the attributes.
func nameOfTag(tag []byte) (full, local, attributes []byte) {
	colon := 0
	for i, c := range tag {
		if c >= 'A' {
			continue // the common case
		}
		switch c {
		case ':':
			colon = i
		case ' ', '\n', '\t', '\r', '>', '/':
			return tag[1:i], tag[colon+1 : i], tag[i:]
		}
	}
	return nil, nil, nil
}

func (s *scanner) top(n int) element {
	if len(s.stack) < n {
		return elOther
	}
	return s.stack[len(s.stack)-n].element
}

func (s *scanner) openObject(object ObjectType, local []byte) {
	if object == 0 {
		object = UnknownObject
	}
	s.occurrence.reset(object, local)
	s.depth = len(s.stack)
	s.dimension = defaultDimension
}

// defaultDimension is the number of coordinates per point where srsDimension is missing.
const defaultDimension = 2

// openPart handles an element within an object. Only units and buildings need coordinates.
func (s *scanner) openPart(f field, e element, attributes []byte) {
	switch f {
	case fieldPoint, fieldExterior, fieldInterior:
		if s.occurrence.object != Verblijfsobject && s.occurrence.object != Pand {
			return
		}
	}
	if e == elPolygon || e == elPoint {
		if d := srsDimension(attributes); d > 0 {
			s.dimension = d
		}
	}
	if f != fieldNone {
		s.openLeaf(f)
	}
}

func (s *scanner) openLeaf(f field) {
	s.leaf, s.leafDepth, s.leafStart = f, len(s.stack), len(s.occurrence.text)
}

// srsDimension returns the value of that attribute, 0 without it.
func srsDimension(attributes []byte) uint8 {
	const attribute = "srsDimension="
	_, after, ok := bytes.Cut(attributes, []byte(attribute))
	if !ok || len(after) < 2 || after[1] < '2' || after[1] > '3' {
		return 0
	}
	return after[1] - '0'
}

// addText handles character data, which the tokeniser does not unescape.
func (s *scanner) addText(text []byte) error {
	if s.leaf == fieldNone {
		return nil
	}
	if bytes.IndexByte(text, '&') >= 0 {
		var err error
		if text, err = gosax.Unescape(text); err != nil {
			return fmt.Errorf("text of %.60q: %w", s.names[s.stack[len(s.stack)-1].start:], err)
		}
	}
	s.occurrence.text = append(s.occurrence.text, text...)
	return nil
}

func (s *scanner) addCData(section []byte) error {
	text, ok := bytes.CutPrefix(section, []byte("<![CDATA["))
	if !ok {
		return fmt.Errorf("damaged XML at %.60q", section)
	}
	if s.leaf != fieldNone {
		s.occurrence.text = append(s.occurrence.text, bytes.TrimSuffix(text, []byte("]]>"))...)
	}
	return nil
}

// close handles an end tag, which must close the innermost element.
func (s *scanner) close(tag []byte, yield func(*occurrence) error) error {
	if len(s.stack) == 0 {
		return fmt.Errorf("end tag %.60q of nothing", tag)
	}
	depth := len(s.stack)
	top := s.stack[depth-1]
	if !isEndOf(tag, s.names[top.start:]) {
		return fmt.Errorf("end tag %.60q where %.60q is open", tag, s.names[top.start:])
	}
	s.stack, s.names = s.stack[:depth-1], s.names[:top.start]
	if s.leaf != fieldNone && s.leafDepth == depth {
		s.closeLeaf(top.element)
	}
	if s.depth != depth {
		return nil
	}
	s.depth = 0
	s.in.since = 0
	return yield(&s.occurrence)
}

// isEndOf reports whether tag ends an element of that name: as its end tag, or as a self-closing tag.
func isEndOf(tag, name []byte) bool {
	if tag[len(tag)-2] == '/' && tag[1] != '/' {
		return true
	}
	rest, ok := bytes.CutPrefix(tag[2:], name)
	return ok && (len(rest) == 1 || isSpace(rest[0]))
}

func (s *scanner) closeLeaf(e element) {
	leaf := s.leaf
	s.leaf = fieldNone
	if s.depth > 0 {
		s.occurrence.finish(leaf, s.dimension, s.leafStart)
		return
	}
	text := string(bytes.TrimSpace(s.occurrence.text[s.leafStart:]))
	switch e {
	case elStandTechnischeDatum:
		s.head.asOf = text
	case elGemeenteIdentificatie:
		s.head.municipality = text
	}
}

// maxObject limits an object's size, bytes. The largest, outlines of cities, take under 2 MiB; without a
// limit an endless tag would fill the memory.
const maxObject = 32 << 20

// guard limits what the tokeniser reads, whose buffer grows until a token ends: it fails when an object is
// longer than maxObject.
type guard struct {
	r     io.Reader
	since int // bytes since the last object ended
}

func (g *guard) Read(p []byte) (int, error) {
	if g.since > maxObject {
		return 0, fmt.Errorf("more than %d bytes without the end of an object", maxObject)
	}
	for range maxEmptyReads {
		n, err := g.r.Read(p)
		if n > 0 || err != nil {
			g.since += n
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// maxEmptyReads is how often in a row a reader may return nothing before it counts as stuck; the tokeniser
// would take an empty read for the end.
const maxEmptyReads = 100
