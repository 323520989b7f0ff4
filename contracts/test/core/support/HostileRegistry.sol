// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistry} from "../../../src/core/interfaces/IRegistry.sol";

/// @title A registry whose owner means ill, or no good
/// @dev Answers what it was told to, or misbehaves in one of the ways below.
contract HostileRegistry {
    enum Mood {
        Answers,
        Burns,
        Reverts,
        Bombs,
        BombsInRefusal,
        IsShort,
        IsSilent,
        Fickle,
        Slow
    }

    /// @dev More than an answer may have, and all that its gas pays for.
    uint256 private constant BOMB_BYTES = 60_000;

    Mood public mood;
    /// @dev Mood of answers other than routes.
    Mood public otherMood;
    mapping(bytes4 question => bytes) private _answers;

    function setMood(Mood route, Mood others) external {
        (mood, otherMood) = (route, others);
    }

    function setRoute(uint256 payout, uint256 feeBps, uint256 isAccepted) external {
        _answers[IRegistry.route.selector] = abi.encode(payout, feeBps, isAccepted);
    }

    function setAccounts(uint256 owner, uint256 payout) external {
        _answers[IRegistry.accounts.selector] = abi.encode(owner, payout);
    }

    function setKeepers(uint256 answer) external {
        _answers[IRegistry.isKeeper.selector] = abi.encode(answer);
    }

    function setOperator(uint256 operator) external {
        _answers[IRegistry.operator.selector] = abi.encode(operator);
    }

    function setTreasury(uint256 treasury) external {
        _answers[IRegistry.treasury.selector] = abi.encode(treasury);
    }

    fallback() external {
        Mood now_ = msg.sig == IRegistry.route.selector ? mood : otherMood;
        bytes memory answer = _answers[msg.sig];
        if (now_ == Mood.Burns) _burn();
        if (now_ == Mood.Reverts) revert("no");
        if (now_ == Mood.IsSilent) return;
        if (now_ == Mood.Slow) _spinDownTo(4_000);
        // Another payout at each call: the gas that is left tells calls apart.
        if (now_ == Mood.Fickle) answer = abi.encode(uint256(uint160(gasleft())) + 1 << 20, 300, 1);
        uint256 size = now_ == Mood.IsShort ? answer.length - 1 : answer.length;
        if (now_ == Mood.Bombs || now_ == Mood.BombsInRefusal) size = BOMB_BYTES;
        bool refuses = now_ == Mood.BombsInRefusal;
        assembly ("memory-safe") {
            if refuses { revert(add(answer, 0x20), size) }
            return(add(answer, 0x20), size)
        }
    }

    function _burn() private view {
        _spinDownTo(0);
    }

    function _spinDownTo(uint256 rest) private view {
        uint256 spin;
        while (gasleft() > rest) ++spin;
    }
}
