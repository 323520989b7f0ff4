// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {PaymentTest} from "./PaymentTest.sol";

/// @title Everyone who wants the treasury's role, doing anything at any time
/// @dev Keeps its own idea of who has it. A call that does not do what was foretold fails the run.
contract TreasuryHandler is PaymentTest {
    address public expectedTreasury;
    address public expectedPending;
    address public expectedAnnounced;
    uint256 public expectedAcceptableAt;
    uint256 public changes;

    address[] private _actors;

    constructor() {
        setUp();
        expectedTreasury = treasury;
        _actors = [treasury, admin, operator, named("alice"), named("bob")];
    }

    function transfer(uint256 actor, uint256 to) external {
        address caller = _actor(actor);
        vm.prank(caller);
        try registry.transferTreasury(_actor(to)) {
            _require(caller == expectedTreasury);
            expectedPending = _actor(to);
        } catch {
            _require(caller != expectedTreasury);
        }
    }

    function accept(uint256 actor) external {
        address caller = _actor(actor);
        vm.prank(caller);
        try registry.acceptTreasury() {
            _require(caller == expectedPending);
            _become(caller);
        } catch {
            _require(caller != expectedPending);
        }
    }

    function announce(uint256 actor, uint256 to) external {
        address caller = _actor(actor);
        vm.prank(caller);
        try registry.announceTreasury(_actor(to)) {
            _require(caller == admin);
            (expectedAnnounced, expectedAcceptableAt) = (_actor(to), block.timestamp + 7 days);
        } catch {
            _require(caller != admin);
        }
    }

    function veto(uint256 actor) external {
        // Seldom, or no notice would ever end.
        if (actor % 8 != 0) return;
        address caller = _actor(actor / 8);
        bool allowed = caller == expectedTreasury && expectedAnnounced != address(0);
        vm.prank(caller);
        try registry.vetoTreasury() {
            _require(allowed);
            (expectedAnnounced, expectedAcceptableAt) = (address(0), 0);
        } catch {
            _require(!allowed);
        }
    }

    function acceptAnnounced(uint256 actor) external {
        address caller = _actor(actor);
        bool allowed = caller == expectedAnnounced && block.timestamp >= expectedAcceptableAt;
        vm.prank(caller);
        try registry.acceptAnnouncedTreasury() {
            _require(allowed);
            _become(caller);
        } catch {
            _require(!allowed);
        }
    }

    function wait_(uint256 time) external {
        vm.warp(block.timestamp + between(time, 0, 5 days));
    }

    /// @dev What the contract says: treasury, offer, announcement and its time.
    function actual() external view returns (address, address, address, uint256) {
        return (
            registry.treasury(),
            registry.pendingTreasury(),
            registry.announcedTreasury(),
            registry.announcedTreasuryAcceptableAt()
        );
    }

    function _become(address caller) private {
        expectedTreasury = caller;
        (expectedPending, expectedAnnounced, expectedAcceptableAt) = (address(0), address(0), 0);
        changes += 1;
    }

    function _actor(uint256 seed) private view returns (address) {
        return _actors[seed % _actors.length];
    }

    function _require(bool condition) private pure {
        vm.assertTrue(condition, "a call did what it must not");
    }
}
