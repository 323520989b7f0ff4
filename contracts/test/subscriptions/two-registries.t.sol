// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAnswers} from "../../src/core/interfaces/IRegistryAnswers.sol";
import {IRoutes} from "../../src/core/interfaces/IRoutes.sol";
import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {ISubscriptionPairs} from "../../src/subscriptions/interfaces/ISubscriptionPairs.sol";
import {HostileRegistry} from "../core/support/HostileRegistry.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";

/// @dev A second registry, whose owner may mean ill, with a merchant of the same number.
contract TwoRegistriesTest is SubscriptionTest {
    HostileRegistry private hostile;
    address private immutable thief = named("thief");
    bytes32 private honestId;

    function setUp() public override {
        super.setUp();
        hostile = new HostileRegistry();
        hostile.setRoute(uint160(thief), 300, 1);
        hostile.setTreasury(uint160(thief));
        hostile.setKeepers(1);
        hostile.setOperator(uint160(thief));
        hostile.setAccounts(uint160(thief), uint160(thief));
        honestId = subscribe(plan(1));
        pass(MONTH);
    }

    function test_numbers_registries_and_tokens_once() public {
        vm.assertEq(manager.pairNumber(address(registry), address(usdc)), 1, "first");
        bytes memory call = subscribeCall(hostilePlan(2));
        vm.expectEmit(address(manager));
        emit ISubscriptionPairs.PairNumbered(address(hostile), address(usdc), 2);
        bytes32 id = _sent(relayer, call, "enrolled");
        subscribe(hostilePlan(3));
        (address registry_, address token) = manager.pair(2);
        vm.assertTrue(registry_ == address(hostile) && token == address(usdc), "pair");
        (registry_, token) = manager.pair(3);
        vm.assertTrue(registry_ == address(0) && token == address(0), "none");
        vm.assertEq(manager.get(id).registry, address(hostile), "registry");
        vm.assertEq(manager.get(honestId).registry, address(registry), "the other's");
        vm.assertEq(manager.get(honestId).token, address(usdc), "token");
    }

    /// @dev Its keepers are those that it names, and none of them is one of another's.
    function test_keepers_of_one_charge_nothing_of_the_other() public {
        subscribe(hostilePlan(2));
        ISubscriptionManager.Charge memory item = chargeOf(honestId, 1, 0, PRICE);
        _refused(thief, abi.encodeCall(ISubscriptionManager.charge, (item)), notAuthorized(thief));
        ISubscriptionManager.Charge[] memory items = new ISubscriptionManager.Charge[](1);
        items[0] = item;
        _refused(
            thief,
            abi.encodeCall(ISubscriptionManager.chargeBatch, (address(registry), oneChargeGroup(items))),
            notAuthorized(thief)
        );
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.ChargeFailed(
            address(hostile), honestId, merchantA, 0, err(ISubscriptionManager.GroupMismatch.selector)
        );
        vm.prank(thief);
        vm.assertEq(manager.chargeBatch(address(hostile), oneChargeGroup(items))[0], 0, "charged");
        vm.assertEq(manager.get(honestId).number, 1, "only the enrolment's");
    }

    function test_a_registry_without_subscriptions_charges_no_others() public {
        ISubscriptionManager.Charge[] memory items = new ISubscriptionManager.Charge[](1);
        items[0] = chargeOf(honestId, 1, 0, PRICE);
        vm.prank(thief);
        vm.assertEq(manager.chargeBatch(address(hostile), oneChargeGroup(items))[0], 0, "charged");
    }

    function test_operator_and_owner_of_one_end_nothing_of_the_other() public {
        bytes32 id = subscribe(hostilePlan(2));
        _refused(thief, abi.encodeCall(ISubscriptionManager.cancel, (honestId)), notAuthorized(thief));
        _refused(operator, abi.encodeCall(ISubscriptionManager.cancel, (id)), notAuthorized(operator));
        _refused(owner, abi.encodeCall(ISubscriptionManager.cancel, (id)), notAuthorized(owner));
        vm.prank(thief);
        manager.cancel(id);
    }

    function test_shares_no_reference() public {
        Plan memory p = again(plan(1));
        p.terms.registry = address(hostile);
        p.terms.permitValue = 3 * CAP;
        subscribe(p);
        vm.assertEq(
            manager.committed(p.terms.payer, address(usdc)), (PERIODS - 1) * PRICE + CAP - PRICE, "of both registries"
        );
    }

    function test_takes_no_intent_that_was_signed_for_the_other() public {
        Plan memory p = plan(2);
        bytes memory sound = subscribeCall(p);
        p.terms.registry = address(hostile);
        bytes memory stolen = abi.encodeCall(
            ISubscriptionManager.subscribe,
            (p.terms, signed(p.key, permitDigest(p)), signed(p.key, intentDigest(plan(2))))
        );
        _refused(relayer, stolen, err(ISubscriptionManager.InvalidIntent.selector));
        _sent(relayer, sound, "as it was signed");
    }

    /// @dev A number that is too wide would spill over into the number of the pair.
    function test_takes_no_merchant_that_has_no_room() public {
        Plan memory p = hostilePlan(2);
        p.terms.merchantId = 2 ** 64;
        refuseSubscribe(p, err(ISubscriptionManager.InvalidTerms.selector));
        p.terms.merchantId = 2 ** 64 - 1;
        bytes32 id = subscribe(p);
        vm.assertEq(manager.get(id).merchantId, 2 ** 64 - 1, "merchant");
        vm.assertEq(manager.get(id).registry, address(hostile), "registry");
    }

    function test_pays_each_treasury_from_its_own_pot() public {
        subscribe(hostilePlan(2));
        uint256 fee = PRICE - net(PRICE);
        manager.sweepFees(address(hostile), address(usdc));
        manager.sweepFees(address(hostile), address(usdc));
        vm.assertEq(usdc.balanceOf(thief), PRICE - 1, "net and fee of one charge");
        vm.assertEq(manager.sweepFees(address(registry), address(usdc)), fee - 1, "the honest pot");
        vm.assertEq(usdc.balanceOf(address(manager)), 2, "a unit of each");
    }

    /// @dev Its payers leave when they like, also when it is gone, and everyone sees what stands.
    function test_holds_no_payer_when_it_is_dead_or_burns() public {
        for (uint256 way = 0; way < 2; ++way) {
            uint256 state = vm.snapshotState();
            (Plan memory p, Plan memory q) = (hostilePlan(2), hostilePlan(3));
            (bytes32 id, bytes32 other) = (subscribe(p), subscribe(q));
            bytes memory before = abi.encode(manager.get(id), manager.nextChargeAt(id));
            uint256 committed = manager.committed(p.terms.payer, address(usdc));
            bytes memory signature = signedBytes(q.key, cancelDigest(other, block.timestamp));
            if (way == 0) vm.etch(address(hostile), "");
            else hostile.setMood(HostileRegistry.Mood.Burns, HostileRegistry.Mood.Burns);
            vm.etch(address(usdc), "");
            vm.assertEq(abi.encode(manager.get(id), manager.nextChargeAt(id)), before, "views");
            vm.assertEq(manager.committed(p.terms.payer, address(usdc)), committed, "committed");
            bytes memory call = abi.encodeCall(ISubscriptionManager.charge, (chargeOf(id, 0, 1, 1)));
            _refused(thief, call, abi.encodeWithSelector(IRegistryAnswers.BadRegistryAnswer.selector, hostile));
            uint256 gasBefore = gasleft();
            vm.prank(p.terms.payer);
            manager.cancel(id);
            manager.cancelBySig(other, block.timestamp, signature);
            vm.assertLe(gasBefore - gasleft(), 70_000, "gas of both");
            vm.assertTrue(manager.get(id).cancelled && manager.get(other).cancelled, "ended");
            vm.revertToState(state);
        }
    }

    function test_without_an_answer_enrols_no_payer() public {
        bytes memory reason = abi.encodeWithSelector(IRegistryAnswers.BadRegistryAnswer.selector, hostile);
        for (uint256 mood = 1; mood < 7; ++mood) {
            if (HostileRegistry.Mood(mood) == HostileRegistry.Mood.Bombs) continue;
            hostile.setMood(HostileRegistry.Mood(mood), HostileRegistry.Mood.Answers);
            refuseSubscribe(hostilePlan(2), reason);
            Plan memory p = hostilePlan(3);
            (p.terms.startAt, p.terms.endAt) = (p.terms.startAt + 1 days, p.terms.endAt + 1 days);
            refuseSubscribe(p, reason);
        }
    }

    function test_answers_of_other_kinds_that_count_for_nothing() public {
        bytes32 id = subscribe(hostilePlan(2));
        bytes memory reason = abi.encodeWithSelector(IRegistryAnswers.BadRegistryAnswer.selector, hostile);
        bytes memory call = abi.encodeCall(ISubscriptionManager.charge, (chargeOf(id, 0, 1, 1)));
        hostile.setKeepers(2);
        _refused(thief, call, reason);
        hostile.setKeepers(0);
        hostile.setAccounts(uint256(1) << 160, uint160(thief));
        _refused(thief, call, reason);
        hostile.setAccounts(uint160(owner), uint160(thief) | uint256(1) << 255);
        _refused(thief, call, reason);
        hostile.setOperator(uint256(1) << 160);
        _refused(thief, abi.encodeCall(ISubscriptionManager.cancel, (id)), reason);
    }

    function test_refuses_a_token_without_code_before_any_charge() public {
        Plan memory p = hostilePlan(2);
        (p.terms.token, p.terms.permitDeadline) = (thief, 0);
        bytes memory call = abi.encodeCall(ISubscriptionManager.subscribeDirect, (p.terms));
        _refused(p.terms.payer, call, abi.encodeWithSelector(IRoutes.UnsupportedToken.selector, thief));
    }

    function hostilePlan(uint256 seed) private returns (Plan memory p) {
        p = plan(seed);
        p.terms.registry = address(hostile);
    }
}
