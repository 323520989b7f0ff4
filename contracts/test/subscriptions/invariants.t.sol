// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {LocalFiatToken} from "../../src/local/LocalFiatToken.sol";
import {Test} from "../support/Test.sol";
import {SubscriptionHandler} from "./support/SubscriptionHandler.sol";

/// forge-config: default.evm_version = "prague"
contract SubscriptionInvariants is Test {
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    SubscriptionHandler private handler;

    function setUp() external {
        handler = new SubscriptionHandler();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev Enrolments and charges come as often as everything else together.
    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        bytes4[24] memory all = [
            SubscriptionHandler.enrol.selector,
            SubscriptionHandler.enrol.selector,
            SubscriptionHandler.enrol.selector,
            SubscriptionHandler.enrolAgain.selector,
            SubscriptionHandler.chargeOne.selector,
            SubscriptionHandler.chargeOne.selector,
            SubscriptionHandler.chargeOne.selector,
            SubscriptionHandler.chargeOne.selector,
            SubscriptionHandler.chargeMany.selector,
            SubscriptionHandler.chargeMany.selector,
            SubscriptionHandler.chargeMany.selector,
            SubscriptionHandler.leap.selector,
            SubscriptionHandler.cancel.selector,
            SubscriptionHandler.approve.selector,
            SubscriptionHandler.sweep.selector,
            SubscriptionHandler.mislead.selector,
            handler.setFee.selector,
            handler.setPayout.selector,
            handler.suspend.selector,
            handler.close.selector,
            handler.admit.selector,
            handler.blockAccount.selector,
            handler.unblockAll.selector,
            handler.pause.selector
        ];
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector({addr: address(handler), selectors: new bytes4[](all.length)});
        for (uint256 i = 0; i < all.length; ++i) {
            targets[0].selectors[i] = all[i];
        }
    }

    /// @dev Money moved from payers to payouts as the events say, which the handler judges one by one, and in no other
    /// way: what is left here are fees and what strangers sent by mistake. Every subscription stands as its events say,
    /// and no reference has two at once.
    function invariant_payers_are_charged_what_they_signed_and_nothing_else() public view {
        for (uint256 t = 0; t < 2; ++t) {
            LocalFiatToken token = handler.token(t);
            uint256 total;
            for (uint256 i = 0; i < handler.accountCount(); ++i) {
                address account = handler.accounts(i);
                uint256 balance = token.balanceOf(account);
                vm.assertEq(balance, handler.booked(account, token), "balance");
                total += balance;
            }
            vm.assertEq(total, token.totalSupply(), "supply");
        }
        for (uint256 i = 0; i < handler.modelCount(); ++i) {
            handler.checkModel(i);
            handler.checkReference(i);
        }
        handler.checkCommitted();
    }

    /// @dev Without this the invariant could hold because nothing ever happens.
    function test_the_handler_charges_and_is_refused() public {
        for (uint256 i = 0; i < 80; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            handler.enrol(seed);
            handler.chargeOne(seed >> 1);
            handler.chargeMany(seed >> 2);
            handler.cancel(seed >> 3);
            handler.leap(seed >> 4);
            handler.enrolAgain(seed);
            handler.approve(seed >> 5);
        }
        vm.assertGt(handler.modelCount(), 15, "enrolments");
        vm.assertGt(handler.chargedCount(), 40, "charges");
        vm.assertGt(handler.batchedCount(), 15, "charges in batches");
        vm.assertGt(handler.cancelledCount(), 3, "cancellations");
        vm.assertGt(handler.refusedCount(), 30, "refusals");
        invariant_payers_are_charged_what_they_signed_and_nothing_else();
    }
}
